import { HostError } from '../../index.js';

/** Error for an attachment without a backup. */
export function backupNotFound(attachmentId: number): HostError {
  const message = `There is no backup of the picture ${attachmentId}, so nothing was changed. It was never marked, or was deleted.`;
  return new HostError('vendor_watermark_backup_not_found', message, { status: 404 });
}

/** @param size size whose bytes differ from the saved checksum */
export function backupCorrupt(attachmentId: number, size: string): HostError {
  const message = `The backup of the picture ${attachmentId} (${size}) is not what was saved: its checksum differs. The picture was left as it is; bring the backup back from a copy of the site's files.`;
  return new HostError('vendor_watermark_backup_corrupt', message, { status: 409, size });
}

export function backupFailed(attachmentId: number, size: string): HostError {
  const message = `The backup of the picture ${attachmentId} (${size}) was not written as it should be, so the picture was left as it is. Check the storage.`;
  return new HostError('vendor_watermark_backup_write_failed', message, { status: 500, size });
}

/** @param address URL that serves an original */
export function backupsPublic(address: string): HostError {
  const message = `Anybody can get the pictures without their marks: ${address} leads to one. Move the folder of the option storage out of what the site hands out, or make the bucket private.`;
  return new HostError('vendor_watermark_backups_public', message, { status: 409, address });
}

/** @param feature feature that the site ties to a licence */
export function licenceRequired(feature: string): HostError {
  const message = `This site opens "${feature}" of watermarks with a licence alone. Activate a key that has it.`;
  return new HostError('vendor_watermark_license_required', message, { status: 403, feature });
}

export function attachmentNotFound(id: number): HostError {
  return new HostError('attachment_not_found', `There is no file ${id} in the media library.`, { status: 404 });
}

export function postNotFound(postId: number): HostError {
  return new HostError('vendor_watermark_post_not_found', `There is no post ${postId}.`, { status: 404 });
}

export function locked(attachmentId: number): HostError {
  const message = `The picture ${attachmentId} is being worked on by somebody else. Try again in a minute.`;
  return new HostError('vendor_watermark_locked', message, { status: 409 });
}

/** @param needed bytes @param free bytes */
export function insufficientStorage(needed: number, free: number): HostError {
  const message =
    'There is not enough room left where files are stored, so no picture was touched. Make room and try again.';
  return new HostError('vendor_watermark_insufficient_storage', message, { status: 507, needed, free });
}

export function runNotFound(id: number): HostError {
  return new HostError('vendor_watermark_run_not_found', `There is no run ${id}.`, { status: 404 });
}

/** @param id active run; null if it has ended in the meantime */
export function runActive(id: number | null): HostError {
  const message = 'Another run has not ended yet. Wait until it has, or cancel it.';
  return new HostError('vendor_watermark_run_active', message, { status: 409, run_id: id });
}

export function runEnded(id: number, state: string): HostError {
  const message = `The run ${id} has ended (${state}), and stays as it is. Start another one.`;
  return new HostError('vendor_watermark_run_ended', message, { status: 409, run_id: id });
}

export function notConfigured(reason: string): HostError {
  return new HostError('vendor_watermark_not_configured', reason, { status: 409 });
}

export function textInvisible(text: string): HostError {
  const message = `Nothing can be seen of the mark "${text}". Write another text, or use a picture.`;
  return new HostError('vendor_watermark_text_invisible', message, { status: 409 });
}

export function unsupportedType(mimeType: string): HostError {
  const message = `A file of the type ${mimeType} cannot be marked. JPEG, PNG, WebP, GIF and AVIF can.`;
  return new HostError('vendor_watermark_unsupported_image_type', message, { status: 415, mime_type: mimeType });
}

export function imageTooLarge(pixels: number, limit: number): HostError {
  const message = `The picture has ${pixels} pixels; up to ${limit} are marked. Make it smaller, or raise max_pixels.`;
  return new HostError('vendor_watermark_image_too_large', message, { status: 413, pixels, limit });
}

export function imageTruncated(cause: unknown): HostError {
  const message = 'The picture is cut off: a part of its bytes is missing. Replace it with a whole one.';
  return new HostError('vendor_watermark_image_truncated', message, { status: 422 }, { cause });
}

export function decodeFailed(cause: unknown): HostError {
  const message = 'The picture cannot be read: it is damaged. Open it on your device, save it again and replace it.';
  return new HostError('vendor_watermark_image_decode_failed', message, { status: 422 }, { cause });
}

/** Error for an image with no room for a visible watermark. */
export function pictureTooSmall(): HostError {
  const message =
    'The picture is too small for the mark, or the offset leaves no room for it. Make the offset smaller.';
  return new HostError('vendor_watermark_picture_too_small', message, { status: 422 });
}

export function encodeFailed(cause: unknown): HostError {
  const message = 'The marked picture could not be written. The one that is shown was left as it is.';
  return new HostError('vendor_watermark_image_encode_failed', message, { status: 500 }, { cause });
}

export function hookFailed(cause: unknown): HostError {
  const message = 'A plugin that listens to this one failed, so the picture was left as it is. See the log.';
  return new HostError('vendor_watermark_hook_failed', message, { status: 500 }, { cause });
}
