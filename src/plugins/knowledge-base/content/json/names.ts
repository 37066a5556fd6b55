import type { Attachment } from '../../../../media.js';
import { uuidOfCategory } from './category-uuids.js';
import type { MediaRecord } from './records.js';
import type { JsonSource } from './source.js';
import type { Names } from './to-records.js';

/** Loads the UUIDs of all articles by id. */
export async function articleUuids({ db }: JsonSource): Promise<ReadonlyMap<number, string | null>> {
  const rows = await db.query.selectFrom('kb_articles').select(['id', 'uuid']).execute();
  return new Map(rows.map(({ id, uuid }) => [id, uuid]));
}

/**
 * Creates lookups from ids to portable names, each cached.
 * @param copyFile writes a file next to the export and returns its path; null if it could not be written
 */
export function createNames(
  { categories, users, media, access, site }: JsonSource,
  articles: ReadonlyMap<number, string | null>,
  copyFile?: (file: Attachment) => Promise<string | null>,
): Names {
  const tree = categories.tree();
  const rules = access.rules.snapshot();
  return {
    article: (id) => articles.get(id) ?? null,
    category(id) {
      const category = tree.get(id);
      return category ? uuidOfCategory(category) : null;
    },
    rule: (id) => (id === null ? null : (rules.rules.get(id)?.rule ?? null)),
    login: memoized(async (id) => (id === 0 ? null : ((await users.get(id))?.login ?? null))),
    media: memoized(async (id): Promise<MediaRecord | null> => {
      const found = id === 0 ? null : await media.get(id);
      return found && { sha256: found.sha256, filename: found.filename };
    }),
    async place(file) {
      const path = (await copyFile?.(file)) ?? null;
      return { path, url: path === null ? new URL(file.url, site.origin).href : null };
    },
  };
}

/** Caches the result by key, including pending lookups. */
export function memoized<Key, Value>(find: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const cache = new Map<Key, Promise<Value>>();
  return (key) => {
    const before = cache.get(key);
    if (before) return before;
    const found = find(key);
    cache.set(key, found);
    return found;
  };
}
