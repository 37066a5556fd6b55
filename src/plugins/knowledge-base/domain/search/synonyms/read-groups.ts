import { type Database, json, type Selectable, utc } from '../../../../../database.js';
import type { Tables } from '../../../../../index.js';
import type { StoredGroup } from './stored-group.js';

/** Reads all groups, oldest first. */
export async function readGroups(db: Database): Promise<StoredGroup[]> {
  const rows = await db.query.selectFrom('kb_synonyms').selectAll().orderBy('id').execute();
  return rows.map(toGroup);
}

export function toGroup(row: Selectable<Tables['kb_synonyms']>): StoredGroup {
  return {
    id: row.id,
    locale: row.locale,
    words: json.decode(row.words) as string[],
    also: json.decode(row.also) as string[],
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
  };
}
