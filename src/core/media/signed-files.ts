import { createHash } from 'node:crypto';
import { contentDisposition } from '../http/content-disposition.js';
import { fileResponse } from '../http/file-response.js';
import type { PageHandler } from '../pages/router.js';
import { storageMissing } from '../services/objects/object-errors.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import type { SignedAddresses } from '../services/objects/signed-addresses.js';

/** Path prefix of signed files. No attachment has this id. */
const BEFORE_KEY = '/-/';

/**
 * Serves `GET {media}/-/{key}?expires=&signature=`: a private file for holders of its signed URL. It is downloaded,
 * never displayed, because its content has not been checked.
 */
export function createSignedFiles(objects: ObjectStore, addresses: SignedAddresses): PageHandler {
  return async (request) => {
    if (!request.path.startsWith(BEFORE_KEY)) return null;
    const key = request.path.slice(BEFORE_KEY.length);
    const name = addresses.verify(key, request.query);
    const found = await objects.stat(key);
    if (!found) throw storageMissing(key.slice(key.lastIndexOf('/') + 1));
    const { bytes, modifiedAt } = found;
    return fileResponse(request, {
      bytes,
      modifiedAt,
      etag: `"${createHash('sha256').update(`${key}\n${bytes}\n${modifiedAt.getTime()}`).digest('base64url').slice(0, 22)}"`,
      type: 'application/octet-stream',
      disposition: contentDisposition('attachment', name),
      // The URL itself grants access, so shared caches must not store the response.
      cache: 'private, no-store',
      open: (range) => objects.read(key, range),
    });
  };
}
