import { createHash } from 'node:crypto';
import { type Database, json, type Selectable, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import type { Details } from './details/details.js';
import type { Rewrite } from './links/rewrite-links.js';

/** Handling of items that were imported before. */
export type UpdatePolicy = 'skip' | 'newer' | 'overwrite';

/** Import record of one item. */
export interface SourceRecord {
  readonly targetId: number;
  readonly sourceHash: string;
  readonly writtenHash: string | null;
  /** Differences between the written text and the source's; null if it was never written. */
  readonly rewrites: readonly Rewrite[] | null;
  /** Front matter of the source, byte for byte; null if there was none. */
  readonly frontMatter: string | null;
  /** Details read from the source; null if they were never read. */
  readonly details: Details | null;
}

/** Record of an item that only pass 1 has written, or that has no text. */
export const UNWRITTEN = { writtenHash: null, rewrites: null, details: null } as const;

/** Import records. Each one is written in the transaction of its item. */
export interface Sources {
  /** Finds records by path; paths that were never imported are omitted. */
  find(paths: readonly string[]): Promise<ReadonlyMap<string, SourceRecord>>;
  save(path: string, kind: string, record: SourceRecord): Promise<void>;
  /**
   * Saves a record only if no other import changed it. Of concurrent calls, only the first returns true.
   * @param before target id of the current record, null for none
   */
  claim(path: string, kind: string, record: SourceRecord, before: number | null): Promise<boolean>;
}

/** Key of the import record for an article's attachments. */
export function attachmentsKey(key: string): string {
  return `attachments:${key}`;
}

export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Paths per statement, because servers limit the number of parameters. */
const AT_ONCE = 500;

/** @param source name of the source, which distinguishes equal paths of different sources */
export function createSources(db: Database, source: string): Sources {
  const keyOf = (path: string): string => hashOf(source, path);
  return {
    async find(paths) {
      const found = new Map<string, SourceRecord>();
      const pathOf = new Map(paths.map((path) => [keyOf(path), path]));
      for (let start = 0; start < paths.length; start += AT_ONCE) {
        const rows = await db.query
          .selectFrom('kb_sources')
          .selectAll()
          .where('key', 'in', paths.slice(start, start + AT_ONCE).map(keyOf))
          .execute();
        for (const row of rows) {
          found.set(pathOf.get(row.key) ?? row.path, toRecord(row));
        }
      }
      return found;
    },
    async claim(path, kind, record, before) {
      const values = valuesOf(kind, record);
      const key = keyOf(path);
      if (before !== null) {
        const { numUpdatedRows } = await db.query
          .updateTable('kb_sources')
          .set(values)
          .where('key', '=', key)
          .where('target_id', '=', before)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n;
      }
      try {
        await db.query
          .insertInto('kb_sources')
          .values({ key, source, path, ...values })
          .execute();
        return true;
      } catch (error) {
        if (!db.isUniqueViolation(error)) throw error;
        return false;
      }
    },
    async save(path, kind, record) {
      const values = valuesOf(kind, record);
      await db.upsert('kb_sources', { key: keyOf(path), source, path, ...values }, ['key'], values);
    },
  };
}

function valuesOf(kind: string, record: SourceRecord) {
  const { targetId, sourceHash, writtenHash, rewrites, frontMatter, details } = record;
  return {
    kind,
    target_id: targetId,
    source_hash: sourceHash,
    written_hash: writtenHash,
    rewrites: rewrites && json.encode(rewrites),
    front_matter: frontMatter,
    details: details && json.encode(details),
    imported_at: utc.encode(new Date()),
  };
}

/** Converts a database row to a record. */
export function toRecord(row: Selectable<Tables['kb_sources']>): SourceRecord {
  return {
    targetId: row.target_id,
    sourceHash: row.source_hash,
    writtenHash: row.written_hash,
    rewrites: row.rewrites === null ? null : (json.decode(row.rewrites) as Rewrite[]),
    frontMatter: row.front_matter,
    details: row.details === null ? null : (json.decode(row.details) as Details),
  };
}
