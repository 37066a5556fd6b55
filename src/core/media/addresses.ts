import { createHmac } from 'node:crypto';
import type { Site } from '../site.js';
import { canRunScripts, extensionOf } from './media-types.js';

/** All files of the media library; no plugin can have such a name. */
export const MEDIA_KEYS = '_media/';

/** How far back an address of an earlier version is known. */
const REMEMBERED_VERSIONS = 200;

/**
 * The key of a file of one version. A server that answers for the store itself, a folder or a bucket, knows a file by the
 * end of its name: none is there by which a browser would run it.
 * @param size `full` for the file as it was uploaded
 */
export function keyOf(token: string, size: string, mimeType: string): string {
  return `${folderOf(token)}${size}.${canRunScripts(mimeType) ? 'bin' : extensionOf(mimeType)}`;
}

/** The key that the same file has where an earlier release stored it; null where it is the same. */
export function formerKeyOf(token: string, size: string, mimeType: string): string | null {
  return canRunScripts(mimeType) ? `${folderOf(token)}${size}.${extensionOf(mimeType)}` : null;
}

export function folderOf(token: string): string {
  return `${MEDIA_KEYS}${token.slice(0, 2)}/${token}/`;
}

/** The token in a key; null for what is no file of the library. */
export function tokenOf(key: string): string | null {
  return /^_media\/[\da-f]{2}\/([\da-f]{32})\//.exec(key)?.[1] ?? null;
}

/** The name of a smaller size: `photo.jpg`, `photo-medium.jpg`. */
export function sizeFileName(filename: string, size: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? `${filename.slice(0, dot)}-${size}${filename.slice(dot)}` : `${filename}-${size}`;
}

/** The hash in addresses of one version. It tells nothing, and cannot be guessed from what else is known. */
export function versionHash(salt: string, version: number): string {
  return createHmac('sha256', salt).update(String(version)).digest('hex').slice(0, 16);
}

/** Whether a hash is that of an earlier version. */
export function isFormerHash(hash: string, salt: string, version: number): boolean {
  for (let each = version - 1; each >= Math.max(1, version - REMEMBERED_VERSIONS); each -= 1) {
    if (versionHash(salt, each) === hash) return true;
  }
  return false;
}

/** The public address of a file, for links within the site. */
export function addressOf(site: Site, id: number, hash: string, file: string): string {
  return site.href(`${site.media}/${id}-${hash}/${encodeURIComponent(file)}`);
}
