import type { UploadedFile } from '../../../http/uploads.js';
import { REST_ACTION } from '../../../identity/nonces.js';
import type { Attachment } from '../../../media/attachment.js';
import { noteUpload, UPLOAD_NOTES, type UploadNote } from '../../../media/upload-notes.js';
import type { ActionOutcome, AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { listTable } from '../../list-table.js';
import { formError } from '../../submitted-form.js';
import type { CoreArea } from '../core-pages.js';
import {
  fileSizeText,
  type MediaPagesParts,
  noFileChosen,
  noteTexts,
  TRANSPORT_ERRORS,
  UPLOAD_ERRORS,
  uploadFault,
} from './parts.js';
import type { AdminMediaData, MediaItem } from './template-data.js';

const TYPES = ['image', 'video', 'audio', 'application'] as const;
/** Maximum number of files per upload without JavaScript. */
const MAX_FILES = 20;

/** Registers the media library: a grid of files with an upload form. */
export function registerMediaList(area: CoreArea, parts: MediaPagesParts): void {
  area.page({
    path: '/media',
    title: 'media.title',
    capability: 'upload_files',
    icon: 'media',
    section: 'content',
    order: 30,
    template: 'core/admin/media',
    scripts: ['core/media.js'],
    stylesheets: ['core/media.css'],
    uploads: { maxFileSize: parts.config.uploads.maxBytes, maxFiles: MAX_FILES },
    load: (request) => pageOf(parts, request),
    lead: 'media.lead',
    actions: { upload: (request, _form, files) => uploadAll(parts, request, files) },
  });
}

async function pageOf(parts: MediaPagesParts, request: AdminRequest): Promise<AdminMediaData> {
  const { media, site, config } = parts;
  const { strings } = request;
  const { text } = strings;
  const query = listQuery(request, { filters: { type: TYPES }, perPage: 24 });
  const { attachments, total } = await media.list({
    search: query.search,
    mimeType: query.filters.type ?? undefined,
    page: query.page,
    perPage: query.perPage,
    visibleTo: request,
  });
  const table = listTable(request, query, {
    caption: text('media.title'),
    columns: [],
    rows: [],
    total,
    search: text('media.search'),
    filters: [
      {
        name: 'type',
        label: text('media.type'),
        all: text('media.all-types'),
        options: TYPES.map((value) => ({ value, label: text(`media.type-${value}`) })),
      },
    ],
    empty: { text: text('media.none') },
  });
  const form = adminForm(request, {
    action: 'upload',
    title: text('media.upload'),
    fields: [
      {
        kind: 'file',
        name: 'file',
        label: text('media.choose'),
        hint: text('media.limit', { size: fileSizeText(config.uploads.maxBytes, strings) }),
        multiple: true,
        required: true,
      },
    ],
    submit: text('media.upload'),
  });
  return {
    strings,
    table,
    items: attachments.map((attachment) => itemOf(attachment, request)),
    upload: {
      form,
      endpoint: site.href(`${site.root}/mortise/v1/media`),
      nonce: request.nonce(REST_ACTION),
      page: request.link('/media'),
      errors: JSON.stringify(errorTexts(request)),
      notes: JSON.stringify(Object.fromEntries(UPLOAD_NOTES.map((note) => [note, text(`media.note.${note}`)]))),
    },
  };
}

/** Texts by error code, for the upload script. */
function errorTexts({ strings }: AdminRequest): Record<string, string> {
  const textsByCode = UPLOAD_ERRORS.map((code) => [code, strings.text(`media.error.${code}`)] as const);
  const texts = Object.fromEntries(textsByCode);
  for (const [code, replacement] of Object.entries(TRANSPORT_ERRORS)) texts[code] = texts[replacement] ?? '';
  return texts;
}

function itemOf(attachment: Attachment, { link, strings }: AdminRequest): MediaItem {
  const { id, title, filename, mimeType, bytes, width, height, sizes, url } = attachment;
  const isPicture = width !== null && height !== null;
  const size = fileSizeText(bytes, strings);
  return {
    link: link(`/media/${id}`),
    title: title === '' ? filename : title,
    // An image smaller than a thumbnail has no resized versions.
    image: isPicture ? (sizes.medium?.url ?? sizes.thumbnail?.url ?? url) : null,
    kind: (filename.split('.').pop() ?? '').slice(0, 5).toUpperCase(),
    note: isPicture ? `${width} × ${height}, ${size}` : `${mimeType}, ${size}`,
  };
}

async function uploadAll(
  { media }: MediaPagesParts,
  request: AdminRequest,
  files: readonly UploadedFile[],
): Promise<ActionOutcome> {
  const { strings, user } = request;
  if (files.length === 0) throw noFileChosen(request);
  let done = 0;
  const notes: UploadNote[] = [];
  let fault: { name: string; reason: string } | null = null;
  for (const { path, name } of files) {
    try {
      const notesOf = await noteUpload(path);
      notes.push(...notesOf(await media.create({ path }, { filename: name, authorId: user.id })));
      done += 1;
    } catch (error) {
      fault ??= { name, reason: uploadFault(error, request) };
    }
  }
  const noted = noteTexts(notes, strings);
  if (!fault) return { notice: [strings.text('media.uploaded', { count: done }), ...noted].join(' ') };
  if (files.length === 1) throw formError({ file: fault.reason });
  const text = strings.text('media.partly', { done, ...fault, count: files.length });
  return { notice: { kind: 'warning', text: [text, ...noted].join(' ') } };
}
