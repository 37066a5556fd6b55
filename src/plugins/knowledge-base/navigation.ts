import type { Database, OwnedHooks, User } from '../../index.js';
import { type Article, isPublic } from './article.js';
import { listArticles } from './article-query.js';
import type { Articles } from './articles.js';
import type { Categories } from './categories.js';
import type { Category } from './category-tree.js';
import { createFresh } from './fresh.js';
import type { Links } from './links.js';
import { type Entry, loadReadingOrder, type ReadingOrder } from './reading-order.js';
import type { NavNode, PageLink } from './template-data.js';

/** What leads from one article to others. */
export interface Navigation {
  /** The tree of one locale, opened at `current` (a path below the knowledge base). */
  tree(locale: string, current: string, viewer: User | null): Promise<NavNode[]>;
  /** The neighbours in the primary category, in reading order. */
  neighbours(article: Article): Promise<{ previous: PageLink | null; next: PageLink | null }>;
  /** Articles that share categories and tags, closest first. */
  related(article: Article, limit: number): Promise<Article[]>;
  /** Locales that have published articles or categories, the default one included. */
  locales(): Promise<ReadonlySet<string>>;
  /** Ids by locale of the same article in other languages, itself included; public ones only. */
  translations(article: Article): Promise<Record<string, number>>;
  /** Content changed: the reading order is read anew when it is next needed. */
  forget(): void;
}

/** How many candidates are weighed for the related articles. */
const CANDIDATES = 60;

export function createNavigation(parts: {
  db: Database;
  articles: Articles;
  categories: Categories;
  links: Links;
  hooks: OwnedHooks;
  defaultLocale: string;
}): Navigation {
  const { db, articles, categories, links, hooks, defaultLocale } = parts;
  const reading = createFresh(() => loadReadingOrder(db));

  function nodesOf(order: ReadingOrder, locale: string, category: Category | null, current: string): NavNode[] {
    const prefix = category ? `${category.path}/` : '';
    const children = category ? category.children : categories.tree().roots(locale);
    return [
      ...order
        .entries(locale, category?.id ?? 0)
        .map(({ title, slug }) => node('article', title, locale, prefix + slug, current, [])),
      ...children.map((child) =>
        node('category', child.name, locale, child.path, current, nodesOf(order, locale, child, current)),
      ),
    ];
  }

  function node(
    kind: NavNode['kind'],
    title: string,
    locale: string,
    path: string,
    current: string,
    children: NavNode[],
  ): NavNode {
    const isCurrent = path === current;
    return {
      kind,
      title,
      link: links.href(locale, path),
      current: isCurrent,
      open: isCurrent || children.some((child) => child.open),
      children,
    };
  }

  return {
    forget: reading.invalidate,
    async tree(locale, current, viewer) {
      const order = await reading.get();
      return hooks.applyFiltersAsync('vendor_kb_nav_tree', nodesOf(order, locale, null, current), {
        viewer,
        locale,
        current,
      });
    },
    async neighbours(article) {
      const order = await reading.get();
      const siblings = order.entries(article.locale, article.categoryIds[0] ?? 0);
      const position = siblings.findIndex((entry) => entry.id === article.id);
      const linkOf = (entry: Entry | undefined): PageLink | null =>
        entry && position !== -1
          ? {
              title: entry.title,
              link: links.href(article.locale, articles.pathOf({ categoryIds: article.categoryIds, slug: entry.slug })),
            }
          : null;
      return { previous: linkOf(siblings[position - 1]), next: linkOf(siblings[position + 1]) };
    },
    async related(article, limit) {
      const found = await relatedArticles(db, article, limit);
      const filtered = await hooks.applyFiltersAsync('vendor_kb_related_articles', found, article, { limit });
      // A plugin may add articles; it cannot show what is not public.
      return filtered.filter((other) => isPublic(other) && other.id !== article.id).slice(0, limit);
    },
    async translations(article) {
      const own = { [article.locale]: article.id };
      return article.translationKey === null
        ? own
        : { ...(await reading.get()).translations(article.translationKey), ...own };
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

async function relatedArticles(db: Database, article: Article, limit: number): Promise<Article[]> {
  if (article.categoryIds.length === 0 && article.tags.length === 0) return [];
  const scope = {
    statuses: ['publish'] as const,
    locale: article.locale,
    exclude: [article.id],
    ...(article.categoryIds.length > 0 ? { categories: article.categoryIds } : { tag: article.tags[0] }),
  };
  const articles = await listArticles(db, scope, { by: 'order', direction: 'asc' }, { limit: CANDIDATES });
  const score = (other: Article): number =>
    2 * shared(article.tags, other.tags) +
    shared(article.categoryIds, other.categoryIds) +
    // Near in the reading order breaks ties.
    1 / (2 + Math.abs(article.menuOrder - other.menuOrder));
  return articles
    .map((other) => ({ other, points: score(other) }))
    .sort((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ other }) => other);
}

function shared<T>(a: readonly T[], b: readonly T[]): number {
  return a.filter((item) => b.includes(item)).length;
}
