import type { Article } from '../../domain/articles/article.js';
import type { Section } from '../../domain/articles/reading-order.js';
import type { Category } from '../../domain/categories/category-tree.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { ArticleCard, CategoryCard, Pagination } from './template-data.js';
import type { View } from './view.js';

/** Maximum cards per page. */
export const CARDS_PER_PAGE = 60;
/** Number of page links on each side of the current one. */
const NEARBY_PAGES = 2;

/** Builds the cards of articles that the visitor may read. */
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

/** Builds the cards by article id, each once. */
export async function cardsById(
  view: Pick<View, 'kb' | 'viewer'>,
  articles: readonly Article[],
): Promise<ReadonlyMap<number, ArticleCard>> {
  const unique = [...new Map(articles.map((article) => [article.id, article])).values()];
  const cards = await articleCards(view, unique);
  return new Map(unique.flatMap(({ id }, index) => (cards[index] ? [[id, cards[index]]] : [])));
}

/** One page of cards. */
export interface CardPage {
  readonly cards: CategoryCard[];
  readonly pagination: Pagination;
}

/**
 * Builds the cards of categories open to the visitor that have articles for them.
 * @param link URL of a page of cards
 */
export async function categoryCards(
  { kb, viewer }: View,
  categories: readonly Category[],
  { page, perPage, link }: { readonly page: number; readonly perPage: number; readonly link: (page: number) => string },
): Promise<CardPage> {
  const visibility = await kb.access.visibility(viewer);
  const open = categories.filter(({ id }) => visibility.admitsCategory(id));
  const sections = await kb.navigation.sections(open, visibility);
  const filled = open.flatMap((category, index) => {
    const section = sections[index];
    return section && section.count > 0 ? [{ category, section }] : [];
  });
  const pageCards = filled.slice((page - 1) * perPage, page * perPage);
  return {
    cards: await Promise.all(pageCards.map(({ category, section }) => categoryCard(kb, category, section))),
    pagination: pagination({ page, perPage, total: filled.length }, link),
  };
}

async function categoryCard(kb: KnowledgeBase, category: Category, { count, first }: Section): Promise<CategoryCard> {
  const { icon } = category.meta;
  const { permalinks } = kb;
  return {
    name: category.name,
    description: await kb.summaryOf(category),
    link: permalinks.categoryHref(category),
    count,
    icon: typeof icon === 'string' ? icon : null,
    articles: first.map((article) => ({
      title: article.title,
      link: permalinks.articleHref({ ...article, locale: category.locale }),
    })),
  };
}

/** Returns the page links: first, last and those around the current one, with gaps between. */
export function pagination(
  {
    page,
    perPage,
    total,
    totalPages = Math.max(1, Math.ceil(total / perPage)),
  }: { page: number; perPage: number; total: number; totalPages?: number },
  link: (page: number) => string,
): Pagination {
  const pageNumbers = Array.from({ length: totalPages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === totalPages || Math.abs(number - page) <= NEARBY_PAGES,
  );
  const pages = pageNumbers.flatMap((number, index) => {
    const entry = { page: number, link: link(number), current: number === page };
    return index > 0 && number - (pageNumbers[index - 1] ?? 0) > 1 ? [null, entry] : [entry];
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
