import type { OwnedHooks } from '../../../../hooks.js';
import type { KbAccess } from '../../domain/access/access.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { type Article, isPublic } from '../../domain/articles/article.js';
import { listArticles } from '../../domain/articles/article-query.js';
import type { Articles } from '../../domain/articles/articles.js';
import type { ArticleSource } from '../../domain/articles/read-articles.js';
import { type Entry, loadReadingOrder, type Section } from '../../domain/articles/reading-order.js';
import type { Categories } from '../../domain/categories/categories.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { createFresh } from '../../domain/lazy-value.js';
import type { Permalinks } from '../../domain/links/permalinks.js';
import { createNavigationTrees } from './navigation-tree.js';
import type { NavNode, PageLink } from './template-data.js';

/** Navigation between articles. Only lists what the viewer may read. */
export interface Navigation {
  /** Returns the tree of a locale opened at `current` (a path below the knowledge base). */
  tree(locale: string, current: string, viewer: KbViewer): Promise<NavNode[]>;
  /** Returns the neighbors in the primary category in reading order. */
  neighbours(article: Article, viewer: KbViewer): Promise<{ previous: PageLink | null; next: PageLink | null }>;
  /** Returns the author's chosen articles, then those that share categories and tags, most similar first. */
  related(article: Article, limit: number, viewer: KbViewer, options?: RelatedOptions): Promise<Article[]>;
  /** Returns the related articles of an article's page before callbacks change them. */
  closest(article: Article, limit: number, visibility: Visibility): Promise<Article[]>;
  /** Returns the locales with published articles or categories, including the default. */
  locales(): Promise<ReadonlySet<string>>;
  /** Returns ids by locale of the article's translations that the viewer may read, including itself. */
  translations(article: Article, viewer: KbViewer): Record<string, number> | Promise<Record<string, number>>;
  /** Returns the card data of these categories, in order. */
  sections(categories: readonly Category[], visibility: Visibility): Promise<Section[]>;
  /** Returns the number of published articles directly in each category. */
  counts(visibility: Visibility): Promise<ReadonlyMap<number, number>>;
  /** Clears the reading order after content changed. */
  forget(): void;
}

export interface RelatedOptions {
  /** Finds the other articles, best first. They must be published and open to the viewer. */
  readonly find?: ((visibility: Visibility) => Promise<Article[]>) | undefined;
  /** Allows the article itself in the list. */
  readonly withCurrent?: boolean;
}

/** Maximum number of candidates scored as related articles. */
const CANDIDATES = 60;

export function createNavigation(parts: {
  source: ArticleSource;
  access: Pick<KbAccess, 'visibility'>;
  articles: Articles;
  categories: Categories;
  permalinks: Pick<Permalinks, 'hrefOf' | 'isFiltered'>;
  hooks: OwnedHooks;
  defaultLocale: string;
}): Navigation {
  const { source, access, articles, categories, permalinks, hooks, defaultLocale } = parts;
  const reading = createFresh(() => loadReadingOrder(source.db));
  const trees = createNavigationTrees(permalinks);

  /** Removes nodes added by callbacks whose article or category is closed to the viewer. */
  async function dropClosed(
    nodes: readonly NavNode[],
    before: readonly NavNode[],
    viewer: KbViewer,
  ): Promise<NavNode[]> {
    const existingKeys = new Set(before.flatMap(keysOf));
    const added = nodes.flatMap(keysOf).filter((key) => !existingKeys.has(key));
    if (added.length === 0) return [...nodes];
    const visibility = await access.visibility(viewer);
    const ids = added.filter((key) => key.startsWith('article:')).map((key) => Number(key.slice('article:'.length)));
    const loaded = await articles.getMany(ids);
    const openIds = new Set(loaded.filter((one) => isPublic(one) && visibility.admits(one)).map(({ id }) => id));
    const keep = (node: NavNode): boolean =>
      node.id === undefined ||
      existingKeys.has(`${node.kind}:${node.id}`) ||
      (node.kind === 'article' ? openIds.has(node.id) : visibility.admitsCategory(node.id));
    const pruned = (list: readonly NavNode[]): NavNode[] =>
      list.filter(keep).map((node) => ({ ...node, children: pruned(node.children) }));
    return pruned(nodes);
  }

  /** Finds articles in the same categories, or with a shared tag if it has none. */
  async function candidatesFor(article: Article, visibility: Visibility): Promise<Article[]> {
    const { id, locale, categoryIds, tags } = article;
    if (categoryIds.length > 0) {
      const ids = (await reading.get()).idsIn(locale, categoryIds, visibility).filter((other) => other !== id);
      const found = await articles.getMany(ids.slice(0, CANDIDATES));
      return found.filter((other) => other.status === 'publish' && visibility.admits(other));
    }
    const [tag] = tags;
    if (tag === undefined) return [];
    const scope = { visibility, statuses: ['publish'] as const, locale, exclude: [id], tag };
    return listArticles(source, scope, { by: 'order', direction: 'asc' }, { limit: CANDIDATES });
  }

  /** Returns the author's chosen articles, then the most similar ones. */
  async function closestTo(article: Article, limit: number, visibility: Visibility): Promise<Article[]> {
    const chosen = (await articles.getMany(article.related)).filter(
      (other) => other.status === 'publish' && visibility.admits(other),
    );
    const alike = closest(article, await candidatesFor(article, visibility)).slice(0, limit);
    return [...chosen, ...alike.filter(({ id }) => !article.related.includes(id))].slice(0, limit);
  }

  async function translationsOf(
    key: string,
    own: Record<string, number>,
    viewer: KbViewer,
  ): Promise<Record<string, number>> {
    const [order, visibility] = await Promise.all([reading.get(), access.visibility(viewer)]);
    return { ...order.translations(key, visibility), ...own };
  }

  return {
    forget: reading.invalidate,
    closest: closestTo,
    async counts(visibility) {
      return (await reading.get()).counts(visibility);
    },
    async sections(roots, visibility) {
      const order = await reading.get();
      return roots.map((category) => order.section(categories.tree(), category, visibility));
    },
    async tree(locale, current, viewer) {
      const [order, visibility] = await Promise.all([reading.get(), access.visibility(viewer)]);
      const tree = trees.openedAt(current, { order, categories: categories.tree(), locale, visibility });
      if (!hooks.hasFilter('vendor_kb_nav_tree')) return tree;
      const context = { viewer: viewer.user, locale, current };
      // Callbacks may modify what they receive.
      const filtered = await hooks.applyFiltersAsync('vendor_kb_nav_tree', structuredClone(tree), context);
      return dropClosed(filtered, tree, viewer);
    },
    async neighbours(article, viewer) {
      const [order, visibility] = await Promise.all([reading.get(), access.visibility(viewer)]);
      const siblings = order.entries(article.locale, article.categoryIds[0] ?? 0, visibility);
      const position = siblings.findIndex((entry) => entry.id === article.id);
      const linkOf = (entry: Entry | undefined): PageLink | null =>
        entry && position !== -1
          ? {
              title: entry.title,
              link: permalinks.hrefOf(
                'article',
                entry.id,
                article.locale,
                articles.pathOf({ categoryIds: article.categoryIds, slug: entry.slug }),
              ),
            }
          : null;
      return { previous: linkOf(siblings[position - 1]), next: linkOf(siblings[position + 1]) };
    },
    async related(article, limit, viewer, { find, withCurrent = false } = {}) {
      const visibility = await access.visibility(viewer);
      const isWanted = ({ id }: Article): boolean => withCurrent || id !== article.id;
      const found = find
        ? (await find(visibility)).filter(isWanted).slice(0, limit)
        : await closestTo(article, limit, visibility);
      const filtered = await hooks.applyFiltersAsync('vendor_kb_related_articles', found, article, { limit });
      return (await shownAgain(articles, found, filtered, visibility)).filter(isWanted).slice(0, limit);
    },
    translations(article, viewer) {
      const { locale, id, translationKey } = article;
      return translationKey === null ? { [locale]: id } : translationsOf(translationKey, { [locale]: id }, viewer);
    },
    async locales() {
      const { locales } = await reading.get();
      return new Set([
        defaultLocale,
        ...locales,
        ...categories
          .tree()
          .all()
          .map(({ locale }) => locale),
      ]);
    },
  };
}

/**
 * Applies a callback's list of articles.
 * Articles it added are reloaded, so that it cannot show what the viewer may not read.
 */
async function shownAgain(
  articles: Pick<Articles, 'getMany'>,
  before: readonly Article[],
  after: readonly Article[],
  { admits }: Visibility,
): Promise<Article[]> {
  const articlesById = new Map(before.map((article) => [article.id, article]));
  const added = after.map(({ id }) => id).filter((id) => !articlesById.has(id));
  for (const article of await articles.getMany(added)) articlesById.set(article.id, article);
  return after
    .map(({ id }) => articlesById.get(id))
    .filter((article) => article !== undefined)
    .filter((article) => isPublic(article) && admits(article));
}

/** Sorts the candidates by similarity to an article. */
function closest(article: Article, candidates: readonly Article[]): Article[] {
  const score = (other: Article): number =>
    2 * shared(article.tags, other.tags) +
    shared(article.categoryIds, other.categoryIds) +
    // Proximity in the reading order breaks ties.
    1 / (2 + Math.abs(article.menuOrder - other.menuOrder));
  return candidates
    .map((other) => ({ other, points: score(other) }))
    .sort((a, b) => b.points - a.points)
    .map(({ other }) => other);
}

/** Returns the keys of articles and categories in a branch. */
function keysOf({ kind, id, children }: NavNode): string[] {
  return [...(id === undefined ? [] : [`${kind}:${id}`]), ...children.flatMap(keysOf)];
}

function shared<T>(a: readonly T[], b: readonly T[]): number {
  return a.filter((item) => b.includes(item)).length;
}
