import { HostError } from '../../../errors.js';
import type { Attachment } from '../../../media/attachment.js';
import type { Media } from '../../../media/media.js';
import type { UploadNote } from '../../../media/upload-notes.js';
import type { Strings } from '../../../templates/strings.js';
import type { User } from '../../../user.js';
import type { AdminRequest } from '../../admin-page.js';
import { formError } from '../../submitted-form.js';

/** Services that the media pages use. */
export interface MediaPagesParts {
  readonly media: Media;
  readonly users: { get(id: number): Promise<User | null> };
  readonly posts: { get(id: number): Promise<{ readonly title: string } | null> };
  readonly site: {
    readonly restUrl: string;
    readonly origin: string;
    readonly root: string;
    href(path: string): string;
  };
  readonly config: { readonly uploads: { readonly maxBytes: number } };
}

/** Returns the file of the page. @throws HostError 404 `attachment_not_found` */
export async function attachmentOf(
  { media }: Pick<MediaPagesParts, 'media'>,
  request: AdminRequest<'id'>,
): Promise<Attachment> {
  const { params, strings } = request;
  const attachment = /^\d{1,15}$/.test(params.id) ? await media.get(Number(params.id)) : null;
  if (attachment && (await media.isVisible(attachment, request))) return attachment;
  throw new HostError('attachment_not_found', strings.text('media.gone'), { status: 404 });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size as `1.4 MB`, in the reader's language. */
export function fileSizeText(bytes: number, { locale }: Pick<Strings, 'locale'>): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const unit = UNITS[power] ?? 'byte';
  const unitDisplay = power === 0 ? 'long' : 'short';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    bytes / 1024 ** power,
  );
}

/** Error codes with a translated message for the user. */
export const UPLOAD_ERRORS = [
  'media_type_refused',
  'media_heic_unsupported',
  'media_too_large',
  'media_too_many_pixels',
  'media_damaged',
  'media_empty',
  'storage_full',
  'storage_unavailable',
] as const;

/** Error codes from the REST upload, which rejects an oversized file earlier, and their equivalents above. */
export const TRANSPORT_ERRORS: Readonly<Record<string, string>> = { rest_upload_too_large: 'media_too_large' };

/** Returns the message for an upload error. @throws errors that are not the user's fault */
export function uploadFault(error: unknown, { strings }: Pick<AdminRequest, 'strings'>): string {
  if (!(error instanceof HostError)) throw error;
  const code = TRANSPORT_ERRORS[error.code] ?? error.code;
  if ((UPLOAD_ERRORS as readonly string[]).includes(code)) return strings.text(`media.error.${code}`);
  if (error.status >= 500) throw error;
  return error.message;
}

/** Returns the notes about uploaded files as sentences. */
export function noteTexts(notes: readonly UploadNote[], { text }: Strings): string[] {
  return [...new Set(notes)].map((note) => text(`media.note.${note}`));
}

export function noFileChosen({ strings }: Pick<AdminRequest, 'strings'>): HostError {
  return formError({ file: strings.text('media.none-chosen') });
}
