import { HostError } from '../../index.js';
import { messageOf } from '../../utilities.js';

/** Error for an attachment without a backup. */
export function backupNotFound(attachmentId: number): HostError {
  const message = `There is no backup of image ${attachmentId}, so nothing was changed. It was never marked, or was deleted.`;
  return new HostError('vendor_watermark_backup_not_found', message, { status: 404 });
}

/** @param size size whose bytes differ from the saved checksum */
export function backupCorrupt(attachmentId: number, size: string): HostError {
  const message = `The backup of image ${attachmentId} (${size}) is damaged: its checksum differs. The image was not changed. Restore the backup from a copy of the site's files.`;
  return new HostError('vendor_watermark_backup_corrupt', message, { status: 409, size });
}

export function backupFailed(attachmentId: number, size: string): HostError {
  const message = `The backup of image ${attachmentId} (${size}) was not written correctly, so the image was not changed. Check the storage.`;
  return new HostError('vendor_watermark_backup_write_failed', message, { status: 500, size });
}

/** @param address URL that serves an original */
export function backupsPublic(address: string): HostError {
  const message = `The unmarked images are public: ${address} leads to one. Move the folder of the option storage out of the public folder, or make the bucket private.`;
  return new HostError('vendor_watermark_backups_public', message, { status: 409, address });
}

/** @param feature feature that the site ties to a licence */
export function licenceRequired(feature: string): HostError {
  const message = `The watermark feature "${feature}" requires a license. Activate a key that includes it.`;
  return new HostError('vendor_watermark_license_required', message, { status: 403, feature });
}

export function attachmentNotFound(id: number): HostError {
  return new HostError('attachment_not_found', `File ${id} does not exist in the media library.`, { status: 404 });
}

export function postNotFound(postId: number): HostError {
  return new HostError('vendor_watermark_post_not_found', `Post ${postId} does not exist.`, { status: 404 });
}

export function locked(attachmentId: number): HostError {
  const message = `Another process is working on image ${attachmentId}. Try again in a minute.`;
  return new HostError('vendor_watermark_locked', message, { status: 409 });
}

/** @param needed bytes @param free bytes */
export function insufficientStorage(needed: number, free: number): HostError {
  const message = 'The file storage has too little space, so no image was changed. Free some space and try again.';
  return new HostError('vendor_watermark_insufficient_storage', message, { status: 507, needed, free });
}

export function runNotFound(id: number): HostError {
  return new HostError('vendor_watermark_run_not_found', `Run ${id} does not exist.`, { status: 404 });
}

/** @param id active run; null if it has ended in the meantime */
export function runActive(id: number | null): HostError {
  const message = 'Another run is active. Wait until it ends, or cancel it.';
  return new HostError('vendor_watermark_run_active', message, { status: 409, run_id: id });
}

export function runEnded(id: number, state: string): HostError {
  const message = `Run ${id} has ended (${state}). Start another one.`;
  return new HostError('vendor_watermark_run_ended', message, { status: 409, run_id: id });
}

export function notConfigured(reason: string): HostError {
  return new HostError('vendor_watermark_not_configured', reason, { status: 409 });
}

export function designNotFound(name: string): HostError {
  const message = `There is no design "${name}". It was renamed or deleted.`;
  return new HostError('vendor_watermark_design_not_found', message, { status: 404, design: name });
}

export function textInvisible(text: string): HostError {
  const message = `The mark "${text}" is invisible. Enter another text, or use an image.`;
  return new HostError('vendor_watermark_text_invisible', message, { status: 409 });
}

export function textTooLong(cause: unknown): HostError {
  const message = 'The text of the mark is too long to draw. Shorten it, or the title of the image.';
  return new HostError('vendor_watermark_text_too_long', message, { status: 422 }, { cause });
}

/** @param missing characters that no font has */
export function charactersMissing(missing: readonly string[]): HostError {
  const named = missing.slice(0, MAX_NAMED_CHARACTERS).map((character) => `${character} (${codeOf(character)})`);
  const others = missing.length > MAX_NAMED_CHARACTERS ? ` and ${missing.length - MAX_NAMED_CHARACTERS} more` : '';
  const message = `No font has these characters of the mark: ${named.join(', ')}${others}. Install a font that has them on the server, such as Noto, or pass its file to watermark({ fonts }), and restart. Or enter another text.`;
  return new HostError('vendor_watermark_characters_missing', message, { status: 422, characters: [...missing] });
}

/** Maximum number of characters that a message names. */
const MAX_NAMED_CHARACTERS = 10;

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** @param file path of a font that the site passed */
export function fontInvalid(file: string, cause: unknown): HostError {
  const message = `The font ${file} cannot be used: ${messageOf(cause)} Pass the path of a .ttf, .otf or .ttc file.`;
  return new HostError('vendor_watermark_font_invalid', message, { status: 500 }, { cause });
}

export function unsupportedType(mimeType: string): HostError {
  const message = `Files of the type ${mimeType} cannot be marked. Use JPEG, PNG, WebP, GIF or AVIF.`;
  return new HostError('vendor_watermark_unsupported_image_type', message, { status: 415, mime_type: mimeType });
}

/** @param file name of the stored file, which differs from the uploaded one */
export function imageDamaged(attachmentId: number, file: string): HostError {
  const message = `The file "${file}" of image ${attachmentId} is damaged: it differs from the uploaded one. Nothing was changed. Upload the image again, or restore the file from a copy of the site's files.`;
  return new HostError('vendor_watermark_image_damaged', message, { status: 422, file });
}

export function imageTooLarge(pixels: number, limit: number): HostError {
  const message = `The image has ${pixels} pixels; the maximum is ${limit}. Reduce its size, or raise max_pixels.`;
  return new HostError('vendor_watermark_image_too_large', message, { status: 413, pixels, limit });
}

export function imageTruncated(cause: unknown): HostError {
  const message = 'The image file is incomplete. Replace it with a complete one.';
  return new HostError('vendor_watermark_image_truncated', message, { status: 422 }, { cause });
}

export function decodeFailed(cause: unknown): HostError {
  const message = 'The image file is damaged. Open it on your device, save it again and replace it.';
  return new HostError('vendor_watermark_image_decode_failed', message, { status: 422 }, { cause });
}

/** Error for an image with no room for a visible watermark. */
export function pictureTooSmall(): HostError {
  const message = 'The image is too small for the mark and its offset. Reduce the offset.';
  return new HostError('vendor_watermark_picture_too_small', message, { status: 422 });
}

export function encodeFailed(cause: unknown): HostError {
  const message = 'The marked image could not be written. The visible image was not changed.';
  return new HostError('vendor_watermark_image_encode_failed', message, { status: 500 }, { cause });
}

export function hookFailed(cause: unknown): HostError {
  const message = "A plugin's callback failed, so the image was not changed. See the log.";
  return new HostError('vendor_watermark_hook_failed', message, { status: 500 }, { cause });
}
