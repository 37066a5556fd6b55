import { createHash } from 'node:crypto';
import { type Database, json, type Selectable, type Tables, utc } from '../../../index.js';
import type { Details } from './details/resolve-details.js';
import type { Rewrite } from './links/rewrite-links.js';

/** What is known of one imported thing. */
export interface SourceRecord {
  readonly targetId: number;
  readonly sourceHash: string;
  readonly writtenHash: string | null;
  /** How the text that was written differs from the source's; null where it was never written. */
  readonly rewrites: readonly Rewrite[] | null;
  /** What stood before the text in the source, byte for byte; null where there was none. */
  readonly frontMatter: string | null;
  /** What it was found to say of an article besides its text; null where it was never asked. */
  readonly details: Details | null;
}

/** Nothing but its first pass has written it, or it has no text. */
export const UNWRITTEN = { writtenHash: null, rewrites: null, details: null } as const;

/** The book of what was imported from where; every entry is written in the transaction of the thing itself. */
export interface Sources {
  /** By path; what was never imported is left out. */
  find(paths: readonly string[]): Promise<ReadonlyMap<string, SourceRecord>>;
  save(path: string, kind: string, record: SourceRecord): Promise<void>;
  /**
   * The same where nobody else has written it meanwhile: of several at once, one is told that it was first.
   * @param before the target that the book named, null for none
   */
  claim(path: string, kind: string, record: SourceRecord, before: number | null): Promise<boolean>;
}

/** In the book the files of an article stand beside it. */
export function attachmentsKey(key: string): string {
  return `attachments:${key}`;
}

export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Paths that one statement asks for: servers take no longer lists of values. */
const AT_ONCE = 500;

/** @param source name of the source, which tells equal paths of different sources apart */
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

/** A row of the book as a record. */
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
