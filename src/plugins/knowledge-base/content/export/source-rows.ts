import type { Database } from '../../../../database.js';
import { type SourceRecord, toRecord } from '../import/sources.js';
import type { SourceRow } from './trees.js';

/** Keys per statement, because servers limit the number of parameters. */
const AT_ONCE = 500;

/** Reads all import records without their texts. */
export async function readRows(db: Database): Promise<SourceRow[]> {
  const rows = await db.query
    .selectFrom('kb_sources')
    .select(['key', 'source', 'path', 'kind', 'target_id'])
    .orderBy('source')
    .orderBy('key')
    .execute();
  return rows.map(({ target_id: targetId, ...row }) => ({ ...row, targetId }));
}

/** Reads import records by key. */
export async function readRecords(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, SourceRecord>> {
  const found = new Map<string, SourceRecord>();
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE);
    const rows = await db.query.selectFrom('kb_sources').selectAll().where('key', 'in', some).execute();
    for (const row of rows) found.set(row.key, toRecord(row));
  }
  return found;
}
