import { STRANGER } from '../content/managed-posts.js';
import { contentDisposition } from '../http/content-disposition.js';
import { fileResponse } from '../http/file-response.js';
import { type PageHandler, type PageRequest, type PageResponse, redirect } from '../pages/router.js';
import type { ByteRange, ObjectStore } from '../services/objects/object-store.js';
import type { Site } from '../site.js';
import type { MediaReading } from './access.js';
import { addressOf, isFormerHash, versionHash } from './addresses.js';
import { attachmentNotFound } from './media-errors.js';
import type { MediaQueries } from './media-queries.js';
import { mediaTypeOf } from './media-types.js';
import { isMissing, readStored } from './read-stored.js';
import { type AttachmentRow, storedSizes, toAttachment } from './rows.js';

export interface PublicFilesParts {
  readonly site: Site;
  readonly objects: ObjectStore;
  readonly media: Pick<MediaQueries, 'row'>;
  readonly reading: MediaReading;
}

const ADDRESS = /^\/(\d{1,15})-([\da-f]{16})\/([^/]+)$/;

/**
 * Serves `GET {media}/{id}-{hash}/{file}`. A URL always means the same bytes; the URL of an earlier version redirects
 * to the current one.
 */
export function createPublicFiles({ site, objects, media, reading }: PublicFilesParts): PageHandler {
  return async (request) => {
    const [, id = '', hash = '', file = ''] = ADDRESS.exec(request.path) ?? [];
    if (id === '') return null;
    const row = await media.row(Number(id));
    // Answers 404 to viewers without access, so that the file's existence is not revealed.
    if (!row || !(await reading.mayLoad(request, toAttachment(row, site)))) throw attachmentNotFound(Number(id));
    const current = versionHash(row.salt, row.version);
    const size = sizeOf(row, file);
    if (hash !== current) {
      if (!isFormerHash(hash, row.salt, row.version)) throw attachmentNotFound(row.id);
      return toCurrent(addressOf(site, row.id, current, fileOf(row, size ?? guessSize(row, file))));
    }
    if (size === null) throw attachmentNotFound(row.id);
    return respond(request, row, size, `"${current}.${size}"`);
  };

  async function respond(request: PageRequest, row: AttachmentRow, size: string, etag: string): Promise<PageResponse> {
    const { mime_type: type } = row;
    const { file, bytes } = size === 'full' ? { file: row.filename, bytes: Number(row.bytes) } : pick(row, size);
    const attachment = toAttachment(row, site);
    const { createdAt, modifiedAt } = attachment;
    // Shared caches may only store files that anonymous visitors can see.
    const isPublic = await reading.mayLoad(STRANGER, attachment);
    return fileResponse(request, {
      bytes,
      // Editing the fields changes the modification date but not the bytes.
      modifiedAt: row.version === 1 ? createdAt : modifiedAt,
      etag,
      type: type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      disposition: contentDisposition(mediaTypeOf(type).inline ? 'inline' : 'attachment', file),
      cache: isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache',
      open: (range?: ByteRange) =>
        readStored(row, size, (key) => objects.read(key, range)).catch(replacedMeanwhile(row.id)),
    });
  }
}

/** Answers 404 if the file was deleted with its version while it was being read. */
function replacedMeanwhile(id: number): (error: unknown) => never {
  return (error) => {
    throw isMissing(error) ? attachmentNotFound(id) : error;
  };
}

function pick(row: AttachmentRow, size: string): { file: string; bytes: number } {
  return storedSizes(row)[size] ?? { file: row.filename, bytes: Number(row.bytes) };
}

function fileOf(row: AttachmentRow, size: string): string {
  return pick(row, size).file;
}

/** `full`, the name of a smaller size, or null. */
function sizeOf(row: AttachmentRow, file: string): string | null {
  if (file === row.filename) return 'full';
  return Object.entries(storedSizes(row)).find(([, each]) => each.file === file)?.[0] ?? null;
}

/** Guesses the size that a file of an earlier version had, since its name may have changed. */
function guessSize(row: AttachmentRow, file: string): string {
  const base = file.replace(/\.[^.]*$/, '');
  return Object.keys(storedSizes(row)).find((name) => base.endsWith(`-${name}`)) ?? 'full';
}

function toCurrent(address: string): PageResponse {
  return { ...redirect(address, 302), headers: { Location: address, 'Cache-Control': 'no-store' } };
}
