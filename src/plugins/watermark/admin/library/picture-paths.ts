import type { AdminRequest } from '../../../../admin.js';
import type { Attachment } from '../../../../media.js';
import { LIBRARY_PATH } from '../tabs.js';

/** Path of an image's page, relative to the admin area. */
export const PICTURE_PATH = `${LIBRARY_PATH}/pictures/{id}` as const;
export const ORIGINAL_PATH = `${PICTURE_PATH}/original` as const;

export function picturePath(id: number): string {
  return PICTURE_PATH.replace('{id}', String(id));
}

/** Returns the URL of an original. The version busts the cache when the image changes. */
export function originalLink({ link }: AdminRequest, { id, version }: Attachment, size: string): string {
  return link(ORIGINAL_PATH.replace('{id}', String(id)), { size, version: String(version) });
}
