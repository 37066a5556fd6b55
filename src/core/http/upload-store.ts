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

/** A folder in which files lie from their arrival until the request is answered. */
export interface UploadStore {
  /**
   * Writes a file under a random name, readable by this user alone. Nothing is left of one that fails.
   * @throws HostError 507 `storage_full`; what the source throws
   * @returns where it lies, and its size in bytes
   */
  write(source: Readable | AsyncIterable<Uint8Array>): Promise<{ readonly path: string; readonly size: number }>;
  /** Removes files, unless somebody has moved them away. */
  remove(paths: readonly string[]): Promise<void>;
}

const OWN_NAME = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.upload$/;

/** Milliseconds after which a file can belong to no request that is still running. */
const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/**
 * A store in `folder`, by default one of this user's own below the system's folder for temporary files. The first
 * file makes the folder and sweeps out what killed processes have left in it.
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
        // The disk may have been full, the folder missing: the next upload tries again.
        prepared = null;
        throw error;
      });
      const file = path.join(place, `${randomUUID()}.upload`);
      const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
      try {
        await pipeline(source, target);
      } catch (error) {
        // One that is given up while it is opened would be made after its removal.
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

/** Windows has neither owners nor modes of this kind; its temporary folder is the user's own. */
const WITHOUT_OWNERS = 'windows';

function currentUser(): number | typeof WITHOUT_OWNERS {
  return process.getuid?.() ?? WITHOUT_OWNERS;
}

/** Everybody may write below the system's folder, so somebody else may have made ours before us. */
async function assertOurs(place: string): Promise<void> {
  const uid = currentUser();
  const found = await lstat(place);
  if (uid === WITHOUT_OWNERS || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0)) return;
  throw new HostError(
    'upload_folder_unsafe',
    `${place} is not a folder of this user alone. Remove it, or set the option "uploadFolder" to another one.`,
  );
}

async function sweep(place: string, log: Logger): Promise<void> {
  const oldest = Date.now() - ABANDONED_AFTER;
  let removed = 0;
  for (const name of await readdir(place)) {
    if (!OWN_NAME.test(name)) continue;
    const file = path.join(place, name);
    // Another process may sweep at the same time.
    const modified = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (modified >= oldest) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  if (removed > 0) log.info({ removed, folder: place }, 'Removed uploads that a killed process had left');
}
