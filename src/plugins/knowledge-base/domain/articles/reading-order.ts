import { type Database, json } from '../../../../database.js';
import type { GuardedArticle } from '../access/decide.js';
import type { Visibility } from '../access/visibility.js';
import type { CategoryTree } from '../categories/category-tree.js';

/** Entry of the reading order: the article data needed for a link and its visibility. */
export interface Entry extends GuardedArticle {
  readonly title: string;
  readonly slug: string;
}

/** Card data of a category. */
export interface Section {
  readonly count: number;
  readonly first: readonly Entry[];
}

/** Snapshot of the order of public articles in all locales. */
export interface ReadingOrder {
  /** Returns published articles of a primary category (0: without one) in reading order. */
  entries(locale: string, categoryId: number, visibility: Visibility): readonly Entry[];
  /** Returns ids of published articles in any of these categories, primary or not, in reading order. */
  idsIn(locale: string, categoryIds: readonly number[], visibility: Visibility): readonly number[];
  /** Returns ids by locale of the articles with this translation key. */
  translations(key: string, visibility: Visibility): Readonly<Record<string, number>>;
  /** Returns the number of published articles directly in each category, primary or not. */
  counts(visibility: Visibility): ReadonlyMap<number, number>;
  /** Returns the published articles of a category and its descendants: their number and the first ones. */
  section(
    tree: CategoryTree,
    category: { readonly id: number; readonly locale: string },
    visibility: Visibility,
  ): Section;
  /** Locales with published articles. */
  readonly locales: readonly string[];
}

/** Maximum articles listed per section. */
const NAMED_ARTICLES = 5;
/** Maximum number of visibilities with cached counts. */
const MAX_CACHED_COUNTS = 50;

/** Loads the order of the whole knowledge base in one query. */
export async function loadReadingOrder(db: Database): Promise<ReadingOrder> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select([
      'posts.id',
      'posts.title',
      'posts.slug',
      'posts.status',
      'posts.author_id',
      'kb_articles.category_id',
      'kb_articles.category_ids',
      'kb_articles.rule_id',
      'kb_articles.locale',
      'kb_articles.translation_key',
    ])
    .where('posts.status', 'in', ['publish', 'archived'])
    .orderBy('posts.menu_order')
    .orderBy('posts.title')
    .orderBy('posts.id')
    .execute();
  const published: Entry[] = [];
  const places = new Map<string, Entry[]>();
  const members = new Map<string, Entry[]>();
  const translations = new Map<string, { readonly locale: string; readonly entry: Entry }[]>();
  const locales = new Set<string>();
  for (const row of rows) {
    const { locale, translation_key: key } = row;
    const entry: Entry = {
      id: row.id,
      title: row.title,
      slug: row.slug,
      authorId: row.author_id,
      categoryIds: json.decode(row.category_ids) as number[],
      ruleId: row.rule_id,
    };
    if (key !== null) addTo(translations, key, { locale, entry });
    if (row.status !== 'publish') continue;
    locales.add(locale);
    published.push(entry);
    addTo(places, placeOf(locale, row.category_id), entry);
    for (const id of entry.categoryIds) addTo(members, placeOf(locale, id), entry);
  }
  const counted = new Map<string, ReadonlyMap<number, number>>();
  /** Keyed by tree, which is replaced when a category changes. */
  const sections = new WeakMap<CategoryTree, Map<string, Map<number, Section>>>();
  const rank = new Map(published.map((entry, index) => [entry, index]));
  const place = (entry: Entry): number => rank.get(entry) ?? 0;

  function sectionsFor(tree: CategoryTree, { key }: Visibility): Map<number, Section> {
    const ofTree = sections.get(tree) ?? new Map<string, Map<number, Section>>();
    sections.set(tree, ofTree);
    const cached = ofTree.get(key);
    if (cached) return cached;
    if (ofTree.size >= MAX_CACHED_COUNTS) ofTree.clear();
    const created = new Map<number, Section>();
    ofTree.set(key, created);
    return created;
  }

  return {
    entries: (locale, categoryId, { admits }) => (places.get(placeOf(locale, categoryId)) ?? []).filter(admits),
    idsIn(locale, categoryIds, { admits }) {
      const entries = categoryIds.flatMap((id) => members.get(placeOf(locale, id)) ?? []);
      return [...new Set(entries.filter(admits).map(({ id }) => id))];
    },
    translations(key, { admits }) {
      const visible = (translations.get(key) ?? []).filter(({ entry }) => admits(entry));
      return Object.fromEntries(visible.map(({ locale, entry }) => [locale, entry.id]));
    },
    counts({ key, admits }) {
      const cached = counted.get(key);
      if (cached) return cached;
      const counts = new Map<number, number>();
      for (const { categoryIds } of published.filter(admits)) {
        for (const id of categoryIds) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      if (counted.size >= MAX_CACHED_COUNTS) counted.clear();
      counted.set(key, counts);
      return counts;
    },
    section(tree, { id, locale }, visibility) {
      const sections = sectionsFor(tree, visibility);
      const cached = sections.get(id);
      if (cached) return cached;
      const entries = new Set(tree.subtree(id).flatMap((one) => members.get(placeOf(locale, one)) ?? []));
      const visible = [...entries].filter(visibility.admits).sort((one, other) => place(one) - place(other));
      const section = { count: visible.length, first: visible.slice(0, NAMED_ARTICLES) };
      sections.set(id, section);
      return section;
    },
    locales: [...locales],
  };
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function placeOf(locale: string, categoryId: number): string {
  return `${locale}:${categoryId}`;
}
