import { HostError } from '../errors.js';

export function attachmentNotFound(id: number): HostError {
  return new HostError('attachment_not_found', `File ${id} does not exist in the media library.`, { status: 404 });
}

export function typeRefused(mimeType: string): HostError {
  if (mimeType === 'image/heic') return heicUnsupported();
  const message = `The media library does not accept files of the type ${mimeType}, which was detected from the content.`;
  return new HostError('media_type_refused', message, { status: 415, mime_type: mimeType });
}

/** HEIC needs an HEVC decoder, which the binaries of sharp lack for its patents. Only Safari shows it. */
function heicUnsupported(): HostError {
  const message =
    'This server cannot read HEIC photos. Save the photo as JPEG or AVIF and upload it again; on an iPhone, choose Settings, Camera, Formats, Most Compatible. To accept HEIC, build sharp from source with a libvips whose libheif has an HEVC decoder (libde265).';
  return new HostError('media_heic_unsupported', message, { status: 415, mime_type: 'image/heic' });
}

/** @param limit maximum size in bytes */
export function tooLarge(limit: number): HostError {
  const message = `The file exceeds the limit of ${limit} bytes.`;
  return new HostError('media_too_large', message, { status: 413, limit });
}

export function tooManyPixels(pixels: number, limit: number): HostError {
  const message = `The image has ${pixels} pixels; the maximum is ${limit}. Reduce its size and upload it again.`;
  return new HostError('media_too_many_pixels', message, { status: 413, pixels, limit });
}

export function damaged(cause?: unknown): HostError {
  const message = 'The file is damaged or incomplete. Open it on your device, save it again and upload it.';
  return new HostError('media_damaged', message, { status: 422 }, { cause });
}

export function emptyFile(): HostError {
  return new HostError('media_empty', 'The file is empty. Choose another one.', { status: 422 });
}

export function postInvalid(): HostError {
  const message = 'The post to attach the file to does not exist.';
  return new HostError('media_post_invalid', message, { status: 400, field: 'post_id', params: { post_id: message } });
}

export function sourceMissing(cause: unknown): HostError {
  const message = 'The file of this attachment is missing in storage. Replace it with another one.';
  return new HostError('media_file_missing', message, { status: 409 }, { cause });
}

export function attachmentChanged(id: number): HostError {
  const message = `Another user has changed the file ${id}. Reload it and try again.`;
  return new HostError('attachment_changed', message, { status: 409 });
}

export function draftIncomplete(id: number): HostError {
  return new HostError('media_draft_incomplete', `The next version of file ${id} has no file "full". Put one first.`);
}
