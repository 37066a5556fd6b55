import type { Database } from '../database/database.js';
import type { Post } from './posts.js';
import { numberedSlug, slugify } from './slug.js';

/** Where a slug has to be the only one of its kind. */
export type Place = Pick<Post, 'type' | 'parentId' | 'locale'>;

/** Slugs that one query looks for. */
const AT_ONCE = 100;

/** The place and the slug as one text, which is unique in the table. Neither types nor locales contain a slash. */
export function addressOf({ type, parentId, locale }: Place, slug: string): string {
  return `${type}/${parentId}/${locale}/${slug}`;
}

/**
 * A slug that no other post has at this place: what is asked for, or made of the title, with a number behind it where
 * that is taken.
 * @param id of the post itself, which may keep what it has
 */
export async function chooseSlug(db: Database, place: Place, wanted: string, title: string, id = 0): Promise<string> {
  const base = slugify(wanted) || slugify(title) || place.type.replaceAll('_', '-');
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
    const taken = new Set(rows.map(({ address }) => address));
    const free = slugs.find((slug) => !taken.has(addressOf(place, slug)));
    if (free !== undefined) return free;
  }
}
