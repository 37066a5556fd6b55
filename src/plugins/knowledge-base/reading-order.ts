import type { Database } from '../../index.js';

/** An entry of the reading order: enough of an article to link to it. */
export interface Entry {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
}

/** How the public articles of all locales lie to each other, as of one moment. */
export interface ReadingOrder {
  /** Published articles of a primary category (0: of none), in the order to read them. */
  entries(locale: string, categoryId: number): readonly Entry[];
  /** Ids by locale of the articles with this translation key. */
  translations(key: string): Readonly<Record<string, number>>;
  /** Locales with published articles. */
  readonly locales: readonly string[];
}

/** Reads the skeleton of the whole knowledge base in one query. */
export async function loadReadingOrder(db: Database): Promise<ReadingOrder> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select([
      'posts.id',
      'posts.title',
      'posts.slug',
      'posts.status',
      'kb_articles.category_id',
      'kb_articles.locale',
      'kb_articles.translation_key',
    ])
    .where('posts.status', 'in', ['publish', 'archived'])
    .orderBy('posts.menu_order')
    .orderBy('posts.title')
    .orderBy('posts.id')
    .execute();
  const entries = new Map<string, Entry[]>();
  const translations = new Map<string, Record<string, number>>();
  const locales = new Set<string>();
  for (const { id, title, slug, status, locale, category_id: categoryId, translation_key: key } of rows) {
    if (key !== null) translations.set(key, { ...translations.get(key), [locale]: id });
    if (status !== 'publish') continue;
    locales.add(locale);
    const place = placeOf(locale, categoryId);
    const list = entries.get(place);
    if (list) list.push({ id, title, slug });
    else entries.set(place, [{ id, title, slug }]);
  }
  return {
    entries: (locale, categoryId) => entries.get(placeOf(locale, categoryId)) ?? [],
    translations: (key) => translations.get(key) ?? {},
    locales: [...locales],
  };
}

function placeOf(locale: string, categoryId: number): string {
  return `${locale}:${categoryId}`;
}
