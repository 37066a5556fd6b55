import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type HostError, json, type OwnedObjects } from '../../../index.js';
import type { ImportReport } from '../importing/importer.js';
import type { Detection, StoredFile, UploadOptions } from './upload.js';

/** What would come of an import, as people look at it before they say yes. */
export interface UploadPreview {
  readonly detection: Detection;
  /** What is new and what is known; null where that cannot be said yet. */
  readonly report: ImportReport | null;
  /** Why it cannot, such as that nobody knows whose account it is. */
  readonly fault: Pick<HostError, 'code' | 'message'> | null;
}

/** A file that somebody has brought and not decided about yet. */
export interface KeptFile {
  readonly id: string;
  /** Account of who brought it: nobody else sees it. */
  readonly userId: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A file between its upload and its import. */
export interface KeptUpload extends KeptFile {
  readonly options: Pick<UploadOptions, 'account' | 'currency' | 'format' | 'profile'>;
  readonly preview: UploadPreview;
}

/** Files that wait for somebody's yes, each with what is known of it. They lie with the files of the site, so that any of its processes imports them. */
export interface KeptUploads<Kept extends KeptFile = KeptUpload> {
  keep(file: StoredFile, upload: Omit<Kept, 'id'>): Promise<Kept>;
  /** Writes down what a second look has found. */
  update(upload: Kept): Promise<void>;
  /** @returns null for one that is gone, and for one of somebody else */
  find(id: string, userId: number): Promise<Kept | null>;
  /** Lends the file out, on the disk of this machine. */
  withFile<T>(upload: KeptFile, work: (file: StoredFile) => Promise<T>): Promise<T>;
  discard(id: string): Promise<void>;
  /** Forgets those that nobody has come back to since. */
  sweep(before: Date): Promise<void>;
}

const ID = /^[0-9a-f]{32}$/;

/** @param kind of files, which lie in a folder of this name */
export function createKeptUploads<Kept extends KeptFile = KeptUpload>(
  objects: Pick<OwnedObjects, 'deleteAll' | 'list' | 'put' | 'read' | 'readAll' | 'stat'>,
  kind: 'samples' | 'uploads' = 'uploads',
): KeptUploads<Kept> {
  const folder = `${kind}/`;
  const fileKey = (id: string): string => `${folder}${id}/file`;
  const aboutKey = (id: string): string => `${folder}${id}/about.json`;

  async function update(upload: Kept): Promise<void> {
    await objects.put(aboutKey(upload.id), Buffer.from(json.encode(upload)));
  }

  return {
    async keep(file, upload) {
      // Nothing but the id was left out of it.
      const kept = { ...upload, id: randomBytes(16).toString('hex') } as Kept;
      await objects.put(fileKey(kept.id), createReadStream(file.path));
      // Without it nobody finds the file, and it goes with the next sweep.
      await update(kept);
      return kept;
    },
    update,
    async find(id, userId) {
      if (!ID.test(id) || !(await objects.stat(aboutKey(id)))) return null;
      const kept = json.decode((await objects.readAll(aboutKey(id))).toString()) as Kept;
      return kept.userId === userId ? kept : null;
    },
    async withFile({ id, name, size }, work) {
      const lent = await mkdtemp(path.join(tmpdir(), 'mortise-statement-'));
      try {
        const copy = path.join(lent, 'file');
        await pipeline(await objects.read(fileKey(id)), createWriteStream(copy));
        return await work({ path: copy, name, size });
      } finally {
        await rm(lent, { recursive: true, force: true });
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
