import type { UploadedFile } from '../../../http/uploads.js';
import type { Attachment, FocalPoint } from '../../../media/attachment.js';
import { noteUpload } from '../../../media/upload-notes.js';
import type { ActionOutcome, AdminRequest } from '../../admin-page.js';
import { adminForm, type FormData } from '../../form.js';
import { formError, type SubmittedForm } from '../../submitted-form.js';
import type { CoreArea } from '../core-pages.js';
import { attachmentOf, fileSizeText, type MediaPagesParts, noFileChosen, noteTexts, uploadFault } from './parts.js';
import type { AdminMediaFileData } from './template-data.js';

type FileRequest = AdminRequest<'id'>;

/** Registers the page of one file: preview, details and replacement. */
export function registerMediaFile(area: CoreArea, parts: MediaPagesParts): void {
  area.page({
    path: '/media/{id}',
    title: 'media.file',
    capability: 'upload_files',
    parent: '/media',
    template: 'core/admin/media-file',
    scripts: ['core/media.js'],
    stylesheets: ['core/media.css'],
    uploads: { maxFileSize: parts.config.uploads.maxBytes, maxFiles: 1 },
    load: (request) => pageOf(parts, request),
    heading: ({ definitions }) => ({ title: definitions[0]?.text ?? '' }),
    actions: {
      save: (request, form) => save(parts, request, form),
      replace: (request, _form, files) => replace(parts, request, files),
    },
  });
}

async function pageOf(parts: MediaPagesParts, request: FileRequest): Promise<AdminMediaFileData> {
  const attachment = await attachmentOf(parts, request);
  const { strings, link } = request;
  const { text } = strings;
  const mayEdit = await request.can('edit_attachment', attachment);
  const mayDelete = await request.can('delete_attachment', attachment);
  return {
    strings,
    preview: previewOf(attachment, mayEdit),
    definitions: await definitionsOf(parts, attachment, request),
    address: parts.site.origin + attachment.url,
    forms: mayEdit ? [aboutForm(request, attachment), replaceForm(request)] : [],
    links: mayDelete
      ? [{ label: text('media.delete'), link: link(`/media/${attachment.id}/delete`), danger: true }]
      : [],
  };
}

function previewOf({ mimeType, width, url, sizes, altText }: Attachment, mayEdit: boolean) {
  const [type = ''] = mimeType.split('/');
  const kind =
    width !== null
      ? 'image'
      : type === 'video' && mimeType !== 'video/quicktime'
        ? 'video'
        : type === 'audio'
          ? 'audio'
          : 'none';
  const previewUrl = kind === 'image' ? (sizes.large?.url ?? sizes.medium_large?.url ?? url) : url;
  return { kind, url: previewUrl, alt: altText, focus: kind === 'image' && mayEdit } as const;
}

async function definitionsOf({ users, posts }: MediaPagesParts, attachment: Attachment, { strings }: FileRequest) {
  const { text } = strings;
  const { filename, mimeType, bytes, width, height, authorId, postId, createdAt } = attachment;
  const pixels = width === null || height === null ? [] : [text('media.pixels', { width, height })];
  const author = authorId === 0 ? null : await users.get(authorId);
  const post = postId === 0 ? null : await posts.get(postId);
  return [
    { term: text('media.file'), text: filename },
    { term: text('media.type'), text: mimeType },
    { term: text('media.size'), text: [fileSizeText(bytes, strings), ...pixels].join(', ') },
    { term: text('media.author'), text: author?.name ?? text('media.nobody') },
    { term: text('media.date'), text: strings.dateTime(createdAt) },
    { term: text('media.post'), text: post?.title ?? text('media.no-post') },
  ];
}

function aboutForm(request: FileRequest, attachment: Attachment): FormData {
  const { text } = request.strings;
  const { title, altText, caption, description, width, focalPoint } = attachment;
  const share = (value: number | undefined): string => (value === undefined ? '' : String(Math.round(value * 100)));
  return adminForm(request, {
    action: 'save',
    title: text('media.about'),
    fields: [
      { kind: 'text', name: 'title', label: text('media.name'), value: title, maxLength: 500 },
      {
        kind: 'textarea',
        name: 'alt_text',
        label: text('media.alt'),
        hint: text('media.alt-hint'),
        value: altText,
        rows: 2,
        maxLength: 5000,
      },
      { kind: 'textarea', name: 'caption', label: text('media.caption'), value: caption, rows: 2, maxLength: 20_000 },
      {
        kind: 'textarea',
        name: 'description',
        label: text('media.description'),
        value: description,
        rows: 4,
        maxLength: 100_000,
      },
      ...(width === null
        ? []
        : [
            {
              kind: 'number' as const,
              name: 'focal_x',
              label: text('media.focal-x'),
              hint: text('media.focal-hint'),
              value: share(focalPoint?.x),
              min: 0,
              max: 100,
            },
            {
              kind: 'number' as const,
              name: 'focal_y',
              label: text('media.focal-y'),
              value: share(focalPoint?.y),
              min: 0,
              max: 100,
            },
          ]),
    ],
  });
}

function replaceForm(request: FileRequest): FormData {
  const { text } = request.strings;
  return adminForm(request, {
    action: 'replace',
    title: text('media.replace'),
    description: text('media.replace-text'),
    fields: [{ kind: 'file', name: 'file', label: text('media.file'), required: true }],
    submit: text('media.replace'),
  });
}

async function save(parts: MediaPagesParts, request: FileRequest, form: SubmittedForm): Promise<ActionOutcome> {
  const attachment = await editable(parts, request);
  try {
    await parts.media.update(attachment.id, {
      title: form.text('title').slice(0, 500),
      altText: form.text('alt_text').slice(0, 5000),
      caption: form.text('caption').slice(0, 20_000),
      description: form.text('description').slice(0, 100_000),
      ...(form.has('focal_x') ? focalPointOf(request, form, attachment) : {}),
    });
  } catch (error) {
    throw formError({}, uploadFault(error, request));
  }
  return { notice: { kind: 'success', text: request.strings.text('media.saved') } };
}

/** Reads the focal point. Empty if it equals the stored one at the form's precision of one percent. */
function focalPointOf(
  { strings }: FileRequest,
  form: SubmittedForm,
  { focalPoint }: Attachment,
): { focalPoint?: FocalPoint | null } {
  const [x, y] = [form.text('focal_x').trim(), form.text('focal_y').trim()];
  if (x === '' && y === '') return focalPoint === null ? {} : { focalPoint: null };
  const share = (typed: string): number => (/^\d{1,3}$/.test(typed) ? Number(typed) / 100 : Number.NaN);
  const point = { x: share(x), y: share(y) };
  if (!(point.x <= 1)) throw formError({ focal_x: strings.text('media.focal-both') });
  if (!(point.y <= 1)) throw formError({ focal_y: strings.text('media.focal-both') });
  const isSame =
    focalPoint !== null &&
    Math.round(focalPoint.x * 100) / 100 === point.x &&
    Math.round(focalPoint.y * 100) / 100 === point.y;
  return isSame ? {} : { focalPoint: point };
}

async function replace(
  parts: MediaPagesParts,
  request: FileRequest,
  files: readonly UploadedFile[],
): Promise<ActionOutcome> {
  const { id } = await editable(parts, request);
  const [file] = files;
  if (!file) throw noFileChosen(request);
  const { strings } = request;
  try {
    const notesOf = await noteUpload(file.path);
    const notes = notesOf(await parts.media.replace(id, { path: file.path }, { filename: file.name }));
    const text = [strings.text('media.replaced'), ...noteTexts(notes, strings)].join(' ');
    return { notice: { kind: 'success', text } };
  } catch (error) {
    throw formError({ file: uploadFault(error, request) });
  }
}

async function editable(parts: MediaPagesParts, request: FileRequest): Promise<Attachment> {
  const attachment = await attachmentOf(parts, request);
  if (await request.can('edit_attachment', attachment)) return attachment;
  throw formError({}, request.strings.text('media.forbidden'));
}
