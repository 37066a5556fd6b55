import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';
import { storageFull } from '../services/objects/object-errors.js';

/** Temporary storage for files until their request is answered. */
export interface UploadStore {
  /**
   * Writes a file with a random name, readable only by this user. A failed write leaves nothing behind.
   * @throws HostError 507 `storage_full`; errors of the source
   * @returns its path, and its size in bytes
   */
  write(source: Readable | AsyncIterable<Uint8Array>): Promise<{ readonly path: string; readonly size: number }>;
  /** Deletes files, except those that were moved away. */
  remove(paths: readonly string[]): Promise<void>;
}

const OWN_NAME = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.upload$/;

/** Milliseconds after which no running request can own a file. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/**
 * Creates a store in `folder`, by default one for this user in the system's temporary folder. The first file creates
 * the folder and deletes files that killed processes left in it.
 */
export function createUploadStore({ folder, log }: { folder?: string | undefined; log: Logger }): UploadStore {
  const place = folder ?? path.join(tmpdir(), `mortise-uploads-${currentUser()}`);
  let prepared: Promise<void> | null = null;

  async function prepare(): Promise<void> {
    await mkdir(place, { recursive: true, mode: 0o700 });
    if (folder === undefined) await assertOurs(place);
    await sweep(place, log);
  }

  async function remove(paths: readonly string[]): Promise<void> {
    for (const file of paths) {
      await rm(file, { force: true }).catch((error: unknown) =>
        log.warn({ err: error, file }, 'An uploaded file could not be removed'),
      );
    }
  }

  return {
    remove,
    async write(source) {
      prepared ??= prepare();
      await prepared.catch((error: unknown) => {
        // The error may be temporary (full disk, missing folder), so the next upload tries again.
        prepared = null;
        throw error;
      });
      const file = path.join(place, `${randomUUID()}.upload`);
      const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(source, target);
      } catch (error) {
        // A file that is still being opened would be created after its deletion.
        if (!target.closed) await new Promise<void>((resolve) => target.once('close', () => resolve()));
        await remove([file]);
        throw isFull(error) ? storageFull(error) : error;
      }
      return { path: file, size: target.bytesWritten };
    },
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Windows has no owners or modes of this kind; its temporary folder belongs to the user. */
const WITHOUT_OWNERS = 'windows';

function currentUser(): number | typeof WITHOUT_OWNERS {
  return process.getuid?.() ?? WITHOUT_OWNERS;
}

/** Verifies the folder's owner, because another user may have created it in the shared temporary folder. */
async function assertOurs(place: string): Promise<void> {
  const uid = currentUser();
  const found = await lstat(place);
  if (uid === WITHOUT_OWNERS || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0)) return;
  throw new HostError(
    'upload_folder_unsafe',
    `${place} is not a private folder of this user. Remove it, or set the option "uploadFolder" to another one.`,
  );
}

async function sweep(place: string, log: Logger): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER;
  let removed = 0;
  for (const name of await readdir(place)) {
    if (!OWN_NAME.test(name)) continue;
    const file = path.join(place, name);
    // Another process may be sweeping at the same time.
    const modified = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (modified >= oldest) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  if (removed > 0) log.info({ removed, folder: place }, 'Removed uploads of a killed process');
}
