import { createHash } from 'node:crypto';
import { type Database, type Selectable, utc } from '../../../database.js';
import { HostError, type Tables } from '../../../index.js';
import type { Attachment, Media } from '../../../media.js';
import type { OwnedObjects } from '../../../services.js';
import { allEnded } from '../../../utilities.js';
import { backupCorrupt, backupFailed, backupNotFound, backupsPublic, imageDamaged } from '../errors.js';
import type { GuardedHooks } from '../hooks/guarded.js';

/** Record of one file of an original. */
export interface Backup {
  readonly id: number;
  readonly attachmentId: number;
  /** `full`, or the name of a smaller size. */
  readonly size: string;
  readonly generation: number;
  /** File name in URLs. */
  readonly file: string;
  /** Key in the plugin's object storage. */
  readonly backupFile: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Hex digest. */
  readonly sha256: string;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly restoredAt: Date | null;
}

/** File of an original with its content. */
export type Original = Omit<Backup, 'createdAt' | 'id' | 'restoredAt' | 'verifiedAt'> & {
  readonly content: Buffer;
};

/**
 * Backups of original files. They are stored in the plugin's private object storage under names that contain their
 * checksum, so they never overwrite each other.
 */
export interface Backups {
  /**
   * Saves the files of an image without a watermark and verifies each by reading it again. The caller writes the
   * rows; until then the files are not referenced.
   * @param generation of the image's state
   * @throws HostError 422 `vendor_watermark_image_damaged`, 500 `vendor_watermark_backup_write_failed`, 409
   *   `vendor_watermark_backups_public`,
   *   `attachment_changed` if the image changed in the meantime, `media_file_missing`, `storage_*`
   */
  take(attachment: Attachment, generation: number): Promise<readonly Original[]>;
  /** Inserts the rows of originals that have none yet. */
  record(originals: readonly Original[]): Promise<void>;
  /** Returns the records of a generation. */
  of(attachmentId: number, generation: number): Promise<readonly Backup[]>;
  /**
   * Reads the files of a generation and verifies their checksums.
   * @throws HostError 404 `vendor_watermark_backup_not_found`, 409 `vendor_watermark_backup_corrupt`
   */
  read(attachmentId: number, generation: number): Promise<readonly Original[]>;
  /** @throws like `read` */
  readSize(attachmentId: number, generation: number, size: string): Promise<Original>;
  markRestored(attachmentId: number, generation: number): Promise<void>;
  /** Verifies the checksums of these records. @returns the corrupt ones */
  verify(records: readonly Backup[]): Promise<readonly Backup[]>;
  /** Returns records in id order, to iterate over all of them. */
  after(id: number, count: number): Promise<readonly Backup[]>;
  count(): Promise<{ readonly records: number; readonly bytes: number }>;
  /**
   * Deletes the originals of images that were replaced and can no longer be restored.
   * @param before only originals whose successor was saved before this time
   * @returns the number of deleted records
   */
  prune(before: Date): Promise<number>;
  /** Deletes the records and files of a deleted image. */
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

  /** @returns the content read back, which all further steps use */
  async function store({ backupFile, content, sha256, attachmentId, size, mimeType }: Original): Promise<Buffer> {
    const before = await stored(backupFile);
    if (before?.equals(content)) return before;
    // A name with the checksum is this file, corrupted on disk; any other may belong to another original.
    if (before && !backupFile.includes(sha256)) throw backupFailed(attachmentId, size);
    await objects.put(backupFile, content, { type: mimeType });
    const after = await stored(backupFile);
    if (!after?.equals(content)) throw backupFailed(attachmentId, size);
    return after;
  }

  /** Describes a file of an image without a watermark, including its backup path. */
  async function described(
    attachment: Attachment,
    size: string,
    content: Buffer,
  ): Promise<Omit<Original, 'generation'>> {
    const { id, mimeType, width, height, filename } = attachment;
    const shape = attachment.sizes[size] ?? { file: filename, width: width ?? 0, height: height ?? 0 };
    const sha256 = hashOf(content);
    if (size === 'full' && sha256 !== attachment.sha256) throw imageDamaged(id, shape.file);
    const name = `${FOLDER}${id}/${sha256}-${size}${extensionOf(shape.file)}`;
    const backupFile = await hooks.applyFiltersAsync('vendor_watermark_backup_path', name, attachment, size);
    return {
      attachmentId: id,
      size,
      file: shape.file,
      backupFile,
      mimeType,
      bytes: content.length,
      width: shape.width,
      height: shape.height,
      sha256,
      content,
    };
  }

  async function opened(record: Backup): Promise<Original> {
    const content = await stored(record.backupFile);
    if (!content || hashOf(content) !== record.sha256) throw backupCorrupt(record.attachmentId, record.size);
    return { ...record, content };
  }

  /** Finds some records that a newer original replaced before a time. */
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

  /**
   * Deletes a record and its file. A file that another record refers to is kept: the same image may have been
   * uploaded again.
   */
  async function removeOne({ id, backupFile }: Backup): Promise<void> {
    const named = await rows()
      .where((where) => where.and({ backup_file: backupFile }))
      .where('id', '!=', id)
      .limit(1)
      .executeTakeFirst();
    if (!named) await objects.delete(backupFile);
    // The row is deleted last, so that a crash in between can be retried.
    await db.query.deleteFrom('watermark_backups').where('id', '=', id).execute();
  }

  return {
    of,
    async take(attachment, generation) {
      const files: Omit<Original, 'generation'>[] = [];
      for (const [size, content] of await media.readVersion(attachment)) {
        files.push(await described(attachment, size, content));
      }
      const stored = generation === 0 ? [] : await of(attachment.id, generation);
      const isKnown =
        stored.length === files.length &&
        files.every(({ size, sha256 }) => stored.some((record) => record.size === size && record.sha256 === sha256));
      const next = isKnown ? generation : generation + 1;
      // Stored in parallel, because concurrent disk flushes take the time of one.
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
      const existing = await db.query
        .updateTable('watermark_backups')
        .set({ verified_at: now })
        .where((where) => where.and({ attachment_id, generation }))
        .executeTakeFirstOrThrow();
      // A generation has either all of its rows or none.
      if (existing.numUpdatedRows > 0n) return;
      const rows = originals.map((original) => ({
        attachment_id,
        size_name: original.size,
        generation,
        file: original.file,
        backup_file: original.backupFile,
        mime_type: original.mimeType,
        bytes: original.bytes,
        width: original.width,
        height: original.height,
        sha256: original.sha256,
        storage: 'objects',
        created_at: now,
        verified_at: now,
        restored_at: null,
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
      // Rows are deleted last, so that a crash in between can be retried.
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
    id: row.id,
    attachmentId: row.attachment_id,
    size: row.size_name,
    generation: row.generation,
    file: row.file,
    backupFile: row.backup_file,
    mimeType: row.mime_type,
    bytes: Number(row.bytes),
    width: row.width,
    height: row.height,
    sha256: row.sha256,
    createdAt: utc.decode(row.created_at),
    verifiedAt: row.verified_at === null ? null : utc.decode(row.verified_at),
    restoredAt: row.restored_at === null ? null : utc.decode(row.restored_at),
  };
}

/** Milliseconds before the check is repeated: if one original is not public, neither are the others. */
const RECHECK_INTERVAL = 60 * 60 * 1000;

/**
 * Refuses to continue if originals are publicly accessible. Requests one from the site without credentials.
 * @param backupFile key of a stored original
 * @throws HostError 409 `vendor_watermark_backups_public`
 */
type AssertPrivate = (backupFile: string) => Promise<void>;

function createAssertPrivate(objects: Pick<OwnedObjects, 'findPublicAddress'>): AssertPrivate {
  let believedUntil = 0;
  return async (backupFile) => {
    if (performance.now() < believedUntil) return;
    const address = await objects.findPublicAddress(backupFile);
    if (address !== null) throw backupsPublic(address);
    believedUntil = performance.now() + RECHECK_INTERVAL;
  };
}
