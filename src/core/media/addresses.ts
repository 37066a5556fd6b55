import { createHmac } from 'node:crypto';
import type { Site } from '../site.js';
import { canRunScripts, extensionOf } from './media-types.js';

/** Key prefix of all media files. No plugin name can start with an underscore. */
export const MEDIA_KEYS = '_media/';

/** Number of earlier versions whose URLs still redirect. */
const REMEMBERED_VERSIONS = 200;

/**
 * Builds the storage key of one version's file. Servers that serve the store directly, such as a bucket, choose the
 * content type by extension, so no key has an extension that a browser would execute.
 * @param size `full` for the original
 */
export function keyOf(token: string, size: string, mimeType: string): string {
  return `${folderOf(token)}${size}.${canRunScripts(mimeType) ? 'bin' : extensionOf(mimeType)}`;
}

/** The key under which an earlier release stored the same file. Null if it is the same. */
export function formerKeyOf(token: string, size: string, mimeType: string): string | null {
  return canRunScripts(mimeType) ? `${folderOf(token)}${size}.${extensionOf(mimeType)}` : null;
}

export function folderOf(token: string): string {
  return `${MEDIA_KEYS}${token.slice(0, 2)}/${token}/`;
}

/** Extracts the token from a key. Null if the key is not a media file. */
export function tokenOf(key: string): string | null {
  return /^_media\/[\da-f]{2}\/([\da-f]{32})\//.exec(key)?.[1] ?? null;
}

/** File name of a smaller size: `photo-medium.jpg` for `photo.jpg`. */
export function sizeFileName(filename: string, size: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? `${filename.slice(0, dot)}-${size}${filename.slice(dot)}` : `${filename}-${size}`;
}

/** The hash in the URLs of one version. It reveals nothing and cannot be guessed without the salt. */
export function versionHash(salt: string, version: number): string {
  return createHmac('sha256', salt).update(String(version)).digest('hex').slice(0, 16);
}

/** Whether the hash belongs to an earlier version. */
export function isFormerHash(hash: string, salt: string, version: number): boolean {
  for (let each = version - 1; each >= Math.max(1, version - REMEMBERED_VERSIONS); each -= 1) {
    if (versionHash(salt, each) === hash) return true;
  }
  return false;
}

/** Root-relative URL of a file, for links within the site. */
export function addressOf(site: Site, id: number, hash: string, file: string): string {
  return site.href(`${site.media}/${id}-${hash}/${encodeURIComponent(file)}`);
}
