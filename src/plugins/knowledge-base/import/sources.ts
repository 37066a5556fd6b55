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
  find(path: string): Promise<SourceRecord | null>;
  save(path: string, kind: string, record: SourceRecord): Promise<void>;
}

export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** @param source name of the source, which tells equal paths of different sources apart */
export function createSources(db: Database, source: string): Sources {
  const keyOf = (path: string): string => hashOf(source, path);
  return {
    async find(path) {
      const row = await db.query.selectFrom('kb_sources').selectAll().where('key', '=', keyOf(path)).executeTakeFirst();
      return row ? { targetId: row.target_id, sourceHash: row.source_hash, writtenHash: row.written_hash } : null;
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
