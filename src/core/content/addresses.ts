import type { Database } from '../database/database.js';
import type { Post } from './posts.js';
import { numberedSlug, slugify } from './slug.js';

/** Scope within which a slug must be unique. */
export type Place = Pick<Post, 'type' | 'parentId' | 'locale'>;

/** Candidate slugs checked per query. */
const AT_ONCE = 100;

/** Joins the scope and the slug into one unique key. Neither types nor locales contain a slash. */
export function addressOf({ type, parentId, locale }: Place, slug: string): string {
  return `${type}/${parentId}/${locale}/${slug}`;
}

/**
 * Finds a free slug: the requested one, or one made from the title, with a number appended if it is taken.
 * @param id id of the post itself, which may keep its current slug
 */
export async function chooseSlug(
  db: Database,
  place: Place,
  requested: string,
  title: string,
  id = 0,
): Promise<string> {
  const base = slugify(requested) || slugify(title) || place.type.replaceAll('_', '-');
  for (let first = 1; ; first += AT_ONCE) {
    const slugs = Array.from({ length: AT_ONCE }, (_, index) => {
      const number = first + index;
      return number === 1 ? base : numberedSlug(base, number);
    });
    const rows = await db.query
      .selectFrom('posts')
      .select('address')
      .where(
        'address',
        'in',
        slugs.map((slug) => addressOf(place, slug)),
      )
      .where('id', '!=', id)
      .execute();
    const usedAddresses = new Set(rows.map(({ address }) => address));
    const free = slugs.find((slug) => !usedAddresses.has(addressOf(place, slug)));
    if (free !== undefined) return free;
  }
}
