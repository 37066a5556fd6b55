import { createHash } from 'node:crypto';
import {
  type Attachment,
  allEnded,
  type Database,
  HostError,
  type Media,
  type OwnedObjects,
  type Selectable,
  type Tables,
  utc,
} from '../../../index.js';
import { backupCorrupt, backupFailed, backupNotFound } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';
import { createAssertPrivate } from './private-originals.js';

/** The record of one file of an original. */
export interface Backup {
  readonly id: number;
  readonly attachmentId: number;
  /** `full`, or the name of a smaller one. */
  readonly size: string;
  readonly generation: number;
  /** The name that it has in addresses. */
  readonly file: string;
  /** Key among the objects of the plugin. */
  readonly backupFile: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Hex. */
  readonly sha256: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly restoredAt: Date | null;
}

/** A file of an original, as it is saved. */
export type Original = Omit<Backup, 'createdAt' | 'id' | 'restoredAt' | 'verifiedAt'> & {
  readonly content: Buffer;
};

/**
 * The files of originals. They lie among the plugin's own objects, which no address leads to, under names that their
 * bytes decide: none is ever written over by another.
 */
export interface Backups {
  /**
   * Saves the files of a picture that shows no mark, and reads each of them again. Rows are for the caller to write:
   * before that the files are of no account.
   * @param generation that of the state of the picture
   * @throws HostError 500 `vendor_watermark_backup_write_failed`, 409 `vendor_watermark_backups_public`,
   *   `attachment_changed` when it is another version meanwhile, `media_file_missing`, `storage_*`
   */
  take(attachment: Attachment, generation: number): Promise<readonly Original[]>;
  /** Writes the rows of originals that have none yet. */
  record(originals: readonly Original[]): Promise<void>;
  /** The records of a generation. */
  of(attachmentId: number, generation: number): Promise<readonly Backup[]>;
  /**
   * The files of a generation, each compared with its checksum.
   * @throws HostError 404 `vendor_watermark_backup_not_found`, 409 `vendor_watermark_backup_corrupt`
   */
  read(attachmentId: number, generation: number): Promise<readonly Original[]>;
  /** @throws like `read` */
  readSize(attachmentId: number, generation: number, size: string): Promise<Original>;
  markRestored(attachmentId: number, generation: number): Promise<void>;
  /** Compares the files of records with their checksums, from an id on. @returns those that are not what they should be */
  verify(records: readonly Backup[]): Promise<readonly Backup[]>;
  /** Records by id, for work on all of them. */
  after(id: number, count: number): Promise<readonly Backup[]>;
  count(): Promise<{ readonly records: number; readonly bytes: number }>;
  /**
   * Removes the originals of pictures that were replaced by others, which nothing leads back to.
   * @param before those whose successor was saved before this moment
   * @returns how many records
   */
  prune(before: Date): Promise<number>;
  /** Removes records and files of a picture that is gone. */
  removeAll(attachmentId: number): Promise<void>;
}

export interface BackupsParts {
  readonly db: Database;
  readonly objects: OwnedObjects;
  readonly media: Pick<Media, 'readVersion'>;
  readonly hooks: GuardedHooks;
}

const FOLDER = 'originals/';
const PRUNED_AT_ONCE = 100;

export function createBackups({ db, objects, media, hooks }: BackupsParts): Backups {
  const assertPrivate = createAssertPrivate(objects);
  const rows = () => db.query.selectFrom('watermark_backups').selectAll();

  async function of(attachmentId: number, generation: number): Promise<Backup[]> {
    const query = rows().where((where) => where.and({ attachment_id: attachmentId, generation }));
    return (await query.orderBy('id').execute()).map(toBackup);
  }

  async function stored(key: string): Promise<Buffer | null> {
    try {
      return await objects.readAll(key);
    } catch (error) {
      if (error instanceof HostError && error.code === 'storage_missing') return null;
      throw error;
    }
  }

  /** @returns what was read back, which is what is worked with from then on */
  async function store({ backupFile, content, sha256, attachmentId, size, mimeType }: Original): Promise<Buffer> {
    const before = await stored(backupFile);
    if (before?.equals(content)) return before;
    // A name that is made of the bytes is that of this very file, which has rotted; any other may be of something else.
    if (before && !backupFile.includes(sha256)) throw backupFailed(attachmentId, size);
    await objects.put(backupFile, content, { type: mimeType });
    const after = await stored(backupFile);
    if (!after?.equals(content)) throw backupFailed(attachmentId, size);
    return after;
  }

  /** A file of a picture that shows no mark, with the name under which it is saved. */
  async function described(
    attachment: Attachment,
    size: string,
    content: Buffer,
  ): Promise<Omit<Original, 'generation'>> {
    const { id, mimeType, width, height, filename } = attachment;
    const shape = attachment.sizes[size] ?? { file: filename, width: width ?? 0, height: height ?? 0 };
    const sha256 = hashOf(content);
    // The library knows what was uploaded: a file that has rotted since is no original.
    if (size === 'full' && sha256 !== attachment.sha256) throw backupFailed(id, size);
    const name = `${FOLDER}${id}/${sha256}-${size}${extensionOf(shape.file)}`;
    const backupFile = await hooks.applyFiltersAsync('vendor_watermark_backup_path', name, attachment, size);
    return {
      ...{ attachmentId: id, size, file: shape.file, backupFile, mimeType, bytes: content.length },
      ...{ width: shape.width, height: shape.height, sha256, content },
    };
  }

  async function opened(record: Backup): Promise<Original> {
    const content = await stored(record.backupFile);
    if (!content || hashOf(content) !== record.sha256) throw backupCorrupt(record.attachmentId, record.size);
    return { ...record, content };
  }

  /** Some of the records whose picture has had another original since before this moment. */
  async function outlived(before: Date): Promise<Backup[]> {
    const found = await db.query
      .selectFrom('watermark_backups as old')
      .selectAll('old')
      .innerJoin('watermark_pictures as picture', 'picture.attachment_id', 'old.attachment_id')
      .whereRef('old.generation', '<', 'picture.generation')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('watermark_backups as next')
            .select('next.id')
            .whereRef('next.attachment_id', '=', 'old.attachment_id')
            .whereRef('next.generation', '>', 'old.generation')
            .where('next.created_at', '<', utc.encode(before)),
        ),
      )
      .limit(PRUNED_AT_ONCE)
      .execute();
    return found.map(toBackup);
  }

  /** The same picture may have come back: its file stays as long as another record names it. */
  async function removeOne({ id, backupFile }: Backup): Promise<void> {
    const named = await rows()
      .where((where) => where.and({ backup_file: backupFile }))
      .where('id', '!=', id)
      .limit(1)
      .executeTakeFirst();
    if (!named) await objects.delete(backupFile);
    // The row goes last: a kill in between leaves what the next try goes by.
    await db.query.deleteFrom('watermark_backups').where('id', '=', id).execute();
  }

  return {
    of,
    async take(attachment, generation) {
      const files: Omit<Original, 'generation'>[] = [];
      for (const [size, content] of await media.readVersion(attachment)) {
        files.push(await described(attachment, size, content));
      }
      const known = generation === 0 ? [] : await of(attachment.id, generation);
      const isKnown =
        known.length === files.length &&
        files.every(({ size, sha256 }) => known.some((record) => record.size === size && record.sha256 === sha256));
      const next = isKnown ? generation : generation + 1;
      // A disk brings several files to rest in the time of one.
      const originals = await allEnded(
        files.map(async (file) => {
          const original = { ...file, generation: next };
          return { ...original, content: await store(original) };
        }),
      );
      if (originals[0]) await assertPrivate(originals[0].backupFile);
      return originals;
    },
    async record(originals) {
      const [first] = originals;
      if (!first) return;
      const now = utc.encode(new Date());
      const { attachmentId: attachment_id, generation } = first;
      const known = await db.query
        .updateTable('watermark_backups')
        .set({ verified_at: now })
        .where((where) => where.and({ attachment_id, generation }))
        .executeTakeFirstOrThrow();
      // A generation has all of its files or none.
      if (known.numUpdatedRows > 0n) return;
      const rows = originals.map((original) => ({
        ...{ attachment_id, size_name: original.size, generation },
        ...{ file: original.file, backup_file: original.backupFile, mime_type: original.mimeType },
        ...{ bytes: original.bytes, width: original.width, height: original.height, sha256: original.sha256 },
        ...{ storage: 'objects', created_at: now, verified_at: now, restored_at: null },
      }));
      await db.query.insertInto('watermark_backups').values(rows).execute();
    },
    async read(attachmentId, generation) {
      const records = generation === 0 ? [] : await of(attachmentId, generation);
      if (records.length === 0) throw backupNotFound(attachmentId);
      return Promise.all(records.map(opened));
    },
    async readSize(attachmentId, generation, size) {
      const record = (await of(attachmentId, generation)).find((each) => each.size === size);
      if (!record) throw backupNotFound(attachmentId);
      return opened(record);
    },
    async markRestored(attachmentId, generation) {
      await db.query
        .updateTable('watermark_backups')
        .set({ restored_at: utc.encode(new Date()) })
        .where((where) => where.and({ attachment_id: attachmentId, generation }))
        .execute();
    },
    async verify(records) {
      const bad: Backup[] = [];
      const good: number[] = [];
      for (const record of records) {
        const content = await stored(record.backupFile);
        if (content && hashOf(content) === record.sha256) good.push(record.id);
        else bad.push(record);
      }
      if (good.length > 0) {
        const verified = { verified_at: utc.encode(new Date()) };
        await db.query.updateTable('watermark_backups').set(verified).where('id', 'in', good).execute();
      }
      return bad;
    },
    after: async (id, count) => (await rows().where('id', '>', id).orderBy('id').limit(count).execute()).map(toBackup),
    async count() {
      const { records, bytes } = await db.query
        .selectFrom('watermark_backups')
        .select(({ fn }) => [fn.countAll<number>().as('records'), fn.sum<number>('bytes').as('bytes')])
        .executeTakeFirstOrThrow();
      return { records: Number(records), bytes: Number(bytes ?? 0) };
    },
    async prune(before) {
      let removed = 0;
      for (let found = await outlived(before); found.length > 0; found = await outlived(before)) {
        for (const record of found) await removeOne(record);
        removed += found.length;
      }
      return removed;
    },
    async removeAll(attachmentId) {
      const keys = await db.query
        .selectFrom('watermark_backups')
        .select('backup_file')
        .where('attachment_id', '=', attachmentId)
        .execute();
      for (const { backup_file } of keys) await objects.delete(backup_file);
      await objects.deleteAll(`${FOLDER}${attachmentId}/`);
      // Rows go last: a kill in between leaves what the next try goes by.
      await db.query.deleteFrom('watermark_backups').where('attachment_id', '=', attachmentId).execute();
    },
  };
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function extensionOf(file: string): string {
  const dot = file.lastIndexOf('.');
  return dot > 0 ? file.slice(dot).toLowerCase() : '';
}

function toBackup(row: Selectable<Tables['watermark_backups']>): Backup {
  return {
    ...{ id: row.id, attachmentId: row.attachment_id, size: row.size_name, generation: row.generation },
    ...{ file: row.file, backupFile: row.backup_file, mimeType: row.mime_type, bytes: Number(row.bytes) },
    ...{ width: row.width, height: row.height, sha256: row.sha256 },
    createdAt: utc.decode(row.created_at),
    verifiedAt: row.verified_at === null ? null : utc.decode(row.verified_at),
    restoredAt: row.restored_at === null ? null : utc.decode(row.restored_at),
  };
}
