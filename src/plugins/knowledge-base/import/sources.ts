import { createHash } from 'node:crypto';
import { type Database, utc } from '../../../index.js';

/** What is known of one imported thing. */
export interface SourceRecord {
  readonly targetId: number;
  readonly sourceHash: string;
  readonly writtenHash: string | null;
}

/** The book of what was imported from where; every entry is written in the transaction of the thing itself. */
export interface Sources {
  /** By path; what was never imported is left out. */
  find(paths: readonly string[]): Promise<ReadonlyMap<string, SourceRecord>>;
  save(path: string, kind: string, record: SourceRecord): Promise<void>;
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
          const { target_id: targetId, source_hash: sourceHash, written_hash: writtenHash } = row;
          found.set(pathOf.get(row.key) ?? row.path, { targetId, sourceHash, writtenHash });
        }
      }
      return found;
    },
    async save(path, kind, { targetId, sourceHash, writtenHash }) {
      const values = {
        kind,
        target_id: targetId,
        source_hash: sourceHash,
        written_hash: writtenHash,
        imported_at: utc.encode(new Date()),
      };
      await db.upsert('kb_sources', { key: keyOf(path), source, path, ...values }, ['key'], values);
    },
  };
}
