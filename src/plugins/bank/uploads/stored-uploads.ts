import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { json } from '../../../database.js';
import type { HostError } from '../../../index.js';
import type { OwnedObjects } from '../../../services.js';
import type { ImportReport } from '../importing/importer.js';
import type { Detection, StoredFile, UploadOptions } from './upload.js';

/** Preview of an import, shown before the user confirms it. */
export interface UploadPreview {
  readonly detection: Detection;
  /** New and known entries; null if they cannot be determined yet. */
  readonly report: ImportReport | null;
  /** Reason for that, for example an unknown account. */
  readonly fault: Pick<HostError, 'code' | 'message'> | null;
}

/** An uploaded file that the user has not decided about yet. */
export interface UploadFile {
  readonly id: string;
  /** ID of the uploading user; others cannot see the file. */
  readonly userId: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A file between upload and import. */
export interface StoredUpload extends UploadFile {
  readonly options: Pick<UploadOptions, 'account' | 'currency' | 'dayOrder' | 'encoding' | 'format' | 'profile'>;
  readonly preview: UploadPreview;
}

/**
 * Uploaded files that await a decision, with their details.
 * Kept in the site's object storage, so that any process can import them.
 */
export interface StoredUploads<Kept extends UploadFile = StoredUpload> {
  keep(file: StoredFile, upload: Omit<Kept, 'id'>): Promise<Kept>;
  /** Saves the result of another preview. */
  update(upload: Kept): Promise<void>;
  /**
   * Finds an upload.
   * @returns null if it was deleted or belongs to another user
   */
  find(id: string, userId: number): Promise<Kept | null>;
  /** Copies the file to the local disk for the duration of `work`. */
  withFile<T>(upload: UploadFile, work: (file: StoredFile) => Promise<T>): Promise<T>;
  discard(id: string): Promise<void>;
  /** Deletes files that have not been modified since `before`. */
  sweep(before: Date): Promise<void>;
}

const ID = /^[0-9a-f]{32}$/;

/**
 * Creates the storage.
 * @param kind type of files, also the name of their folder
 */
export function createStoredUploads<Kept extends UploadFile = StoredUpload>(
  objects: Pick<OwnedObjects, 'deleteAll' | 'list' | 'put' | 'read' | 'readAll' | 'stat'>,
  kind: 'columns' | 'samples' | 'uploads' = 'uploads',
): StoredUploads<Kept> {
  const folder = `${kind}/`;
  const fileKey = (id: string): string => `${folder}${id}/file`;
  const aboutKey = (id: string): string => `${folder}${id}/about.json`;

  async function update(upload: Kept): Promise<void> {
    await objects.put(aboutKey(upload.id), Buffer.from(json.encode(upload)));
  }

  return {
    async keep(file, upload) {
      // Only the ID is missing from `upload`.
      const record = { ...upload, id: randomBytes(16).toString('hex') } as Kept;
      await objects.put(fileKey(record.id), createReadStream(file.path));
      // If this fails, the file cannot be found and is deleted by the next sweep.
      await update(record);
      return record;
    },
    update,
    async find(id, userId) {
      if (!ID.test(id) || !(await objects.stat(aboutKey(id)))) return null;
      const stored = json.decode((await objects.readAll(aboutKey(id))).toString()) as Kept;
      return stored.userId === userId ? stored : null;
    },
    async withFile({ id, name, size }, work) {
      const folder = await mkdtemp(path.join(tmpdir(), 'mortise-statement-'));
      try {
        const copy = path.join(folder, 'file');
        await pipeline(await objects.read(fileKey(id)), createWriteStream(copy));
        return await work({ path: copy, name, size });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async discard(id) {
      if (ID.test(id)) await objects.deleteAll(`${folder}${id}/`);
    },
    async sweep(before) {
      const old = new Set<string>();
      for await (const { key, modifiedAt } of objects.list(folder)) {
        const [, id = ''] = key.split('/');
        if (modifiedAt < before) old.add(id);
        else old.delete(id);
      }
      for (const id of old) await objects.deleteAll(`${folder}${id}/`);
    },
  };
}
