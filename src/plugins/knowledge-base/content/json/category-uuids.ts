import { randomUUID } from 'node:crypto';
import { json } from '../../../../database.js';
import { CATEGORIES_VERSION } from '../../domain/categories/categories.js';
import { type Category, TAXONOMY } from '../../domain/categories/category-tree.js';
import type { JsonSource } from './source.js';

/** Key of the UUID in a category's `meta`, which also holds keys from imported front matter. */
const MEMBER = 'kb_uuid';

/** Removes the UUID from a category's `meta`. */
export function withoutUuid({ [MEMBER]: _, ...meta }: Category['meta']): Category['meta'] {
  return meta;
}

export function withUuid(meta: Category['meta'], uuid: string): Category['meta'] {
  return { ...meta, [MEMBER]: uuid };
}

/** Returns the UUID of a category, which identifies it on every site; null if it was never exported. */
export function uuidOfCategory({ meta }: Pick<Category, 'meta'>): string | null {
  const uuid = meta[MEMBER];
  return typeof uuid === 'string' ? uuid : null;
}

/** Assigns UUIDs to categories and articles without one. No hooks fire, because nothing visible changes. */
export async function fillUuids({ db, categories, versions }: JsonSource): Promise<void> {
  if (
    categories
      .tree()
      .all()
      .some((category) => uuidOfCategory(category) === null)
  ) {
    await db.transaction(async () => {
      // Bumped first, like in every category change, so that concurrent changes wait.
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
