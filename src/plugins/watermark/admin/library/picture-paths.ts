import type { AdminRequest, Attachment } from '../../../../index.js';
import { LIBRARY_PATH } from '../tabs.js';

/** Where a picture is shown, below the admin area. */
export const PICTURE_PATH = `${LIBRARY_PATH}/pictures/{id}` as const;
export const ORIGINAL_PATH = `${PICTURE_PATH}/original` as const;

export function picturePath(id: number): string {
  return PICTURE_PATH.replace('{id}', String(id));
}

/** The address of an original; the version makes it another one where the picture is. */
export function originalLink({ link }: AdminRequest, { id, version }: Attachment, size: string): string {
  return link(ORIGINAL_PATH.replace('{id}', String(id)), { size, version: String(version) });
}
