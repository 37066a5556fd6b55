import { randomUUID } from 'node:crypto';
import { json } from '../../../index.js';
import { CATEGORIES_VERSION } from '../categories.js';
import { type Category, TAXONOMY } from '../category-tree.js';
import type { JsonSource } from './source.js';

/** Where it is kept; imported front matter has members of its own names beside it. */
const MEMBER = 'kb_uuid';

/** The other fields of a category, without this one. */
export function withoutUuid({ [MEMBER]: _, ...meta }: Category['meta']): Category['meta'] {
  return meta;
}

export function withUuid(meta: Category['meta'], uuid: string): Category['meta'] {
  return { ...meta, [MEMBER]: uuid };
}

/** What a category is known by wherever it is taken; null for one that was never exported. */
export function uuidOfCategory({ meta }: Pick<Category, 'meta'>): string | null {
  const uuid = meta[MEMBER];
  return typeof uuid === 'string' ? uuid : null;
}

/** Gives every category and article that has none a UUID. Nobody is told: nothing of them changes for anybody. */
export async function fillUuids({ db, categories, versions }: JsonSource): Promise<void> {
  if (
    categories
      .tree()
      .all()
      .some((category) => uuidOfCategory(category) === null)
  ) {
    await db.transaction(async () => {
      // First, as whoever changes a category does: who comes at the same moment waits.
      await versions.bump(CATEGORIES_VERSION);
      const rows = await db.query.selectFrom('terms').select(['id', 'meta']).where('taxonomy', '=', TAXONOMY).execute();
      for (const { id, meta: stored } of rows) {
        const meta = json.decode(stored) as Record<string, unknown>;
        if (uuidOfCategory({ meta }) !== null) continue;
        const changed = json.encode(withUuid(meta, randomUUID()));
        await db.query.updateTable('terms').set({ meta: changed }).where('id', '=', id).execute();
      }
    });
    await categories.refresh();
  }
  const articles = await db.query.selectFrom('kb_articles').select('id').where('uuid', 'is', null).execute();
  for (const { id } of articles) {
    await db.query
      .updateTable('kb_articles')
      .set({ uuid: randomUUID() })
      .where('id', '=', id)
      .where('uuid', 'is', null)
      .execute();
  }
}
