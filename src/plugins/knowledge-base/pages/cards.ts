import type { Article } from '../article.js';
import { findArticles } from '../article-query.js';
import type { Category } from '../category-tree.js';
import type { ArticleCard, CategoryCard, Pagination } from '../template-data.js';
import type { View } from './visit.js';

/** How many articles a category's card names. */
const NAMED_ARTICLES = 5;
/** Pages to offer on both sides of the present one. */
const NEARBY_PAGES = 2;

/** Cards of articles that the visitor may read. */
export async function articleCards(
  { kb, viewer }: Pick<View, 'kb' | 'viewer'>,
  articles: readonly Article[],
): Promise<ArticleCard[]> {
  const { permalinks, texts } = kb;
  await texts.load(articles.filter(({ excerpt }) => excerpt === ''));
  return Promise.all(
    articles.map(async (article) => ({
      title: article.title,
      link: permalinks.articleHref(article),
      excerpt: await texts.excerptOf(article, viewer.user),
      readingTime: texts.readingTimeOf(article),
      updated: article.modifiedAt,
    })),
  );
}

/** The same by the ids of the articles, each made once. */
export async function cardsById(
  view: Pick<View, 'kb' | 'viewer'>,
  articles: readonly Article[],
): Promise<ReadonlyMap<number, ArticleCard>> {
  const unique = [...new Map(articles.map((article) => [article.id, article])).values()];
  const cards = await articleCards(view, unique);
  return new Map(unique.flatMap(({ id }, index) => (cards[index] ? [[id, cards[index]]] : [])));
}

/** @returns null for a category without articles for this visitor in it or below: they have no use for it */
async function categoryCard({ kb, viewer }: View, category: Category): Promise<CategoryCard | null> {
  const ids = kb.categories.tree().subtree(category.id);
  const { articles, total } = await findArticles(
    kb,
    { visibility: await kb.access.visibility(viewer), statuses: ['publish'], categories: ids },
    { by: 'order', direction: 'asc' },
    { limit: NAMED_ARTICLES, offset: 0 },
  );
  if (total === 0) return null;
  const { icon } = category.meta;
  return {
    name: category.name,
    description: kb.summaryOf(category),
    link: kb.permalinks.categoryHref(category),
    count: total,
    icon: typeof icon === 'string' ? icon : null,
    articles: articles.map((article) => ({
      title: article.title,
      link: kb.permalinks.articleHref(article),
    })),
  };
}

export async function categoryCards(view: View, categories: readonly Category[]): Promise<CategoryCard[]> {
  const { admitsCategory } = await view.kb.access.visibility(view.viewer);
  const open = categories.filter(({ id }) => admitsCategory(id));
  const cards = await Promise.all(open.map((category) => categoryCard(view, category)));
  return cards.filter((card) => card !== null);
}

/** The pages to offer: first, last and those around the present one, with gaps between. */
export function pagination(
  { page, perPage, total }: { page: number; perPage: number; total: number },
  link: (page: number) => string,
): Pagination {
  const totalPages = Math.max(1, Math.ceil(total / perPage));
  const shown = Array.from({ length: totalPages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === totalPages || Math.abs(number - page) <= NEARBY_PAGES,
  );
  const pages = shown.flatMap((number, index) => {
    const entry = { page: number, link: link(number), current: number === page };
    return index > 0 && number - (shown[index - 1] ?? 0) > 1 ? [null, entry] : [entry];
  });
  return {
    page,
    totalPages,
    total,
    previous: page > 1 ? link(page - 1) : null,
    next: page < totalPages ? link(page + 1) : null,
    pages,
  };
}
