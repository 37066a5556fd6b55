import { type PageResponse, safeHtml } from '../../../../pages.js';
import { articleCards, CARDS_PER_PAGE, categoryCards, pagination } from '../../content/views/cards.js';
import type { CategoryPage, Translation } from '../../content/views/template-data.js';
import type { View } from '../../content/views/view.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { findArticles } from '../../domain/articles/article-query.js';
import { appearanceOf, translationsOfCategory } from '../../domain/categories/category-members.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { pageLink } from '../../domain/links/links.js';
import { feedUrl } from '../syndication/feed.js';
import { echoOf } from './echo.js';
import { notFoundPage } from './not-found.js';
import { alternatesOf, renderPage } from './render-page.js';
import { shareImage } from './share-markup.js';
import { breadcrumbList } from './structured-data.js';
import { createFrame, languageName, pageNumber, type Visit } from './visit.js';

const PER_PAGE = 20;
/** Query parameter for the page of child categories. */
const CHILD_PAGE = 'categories';

/** Renders a category page: its text, child categories and paginated articles. */
export async function categoryPage(visit: Visit, category: Category): Promise<PageResponse> {
  const { kb, context, request } = visit;
  const page = pageNumber(request);
  const childPage = pageNumber(request, CHILD_PAGE);
  const data = await categoryData(visit, category, { page, perPage: PER_PAGE, childPage });
  if (page > data.pagination.totalPages || childPage > data.childPagination.totalPages) return notFoundPage(visit);
  const [before, after] = await Promise.all([
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_before_category', category, echo)),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_after_category', category, echo)),
  ]);
  const printLink =
    data.articles.length + data.children.length > 0 ? kb.links.href(category.locale, `${category.path}/print`) : null;
  const { seo, image } = appearanceOf(category);
  const around = { ...data, before: [...(visit.above ? [visit.above] : []), ...before], after, printLink };
  return renderPage(visit, 'kb/category', around, {
    title: seo.title || category.name,
    description: seo.description || (await kb.summaryOf(category)) || null,
    robots: seo.noindex ? 'noindex' : null,
    canonical:
      seo.canonical ||
      pageLink(kb.permalinks.categoryUrl(category), childPage > 1 ? { [CHILD_PAGE]: String(childPage) } : {}, page),
    alternates: page > 1 || childPage > 1 ? [] : alternatesOf(visit, data.translations),
    pagination: data.pagination,
    feeds: [{ title: category.name, link: feedUrl(visit, category) }],
    share: { type: 'website', image: await shareImage(kb, seo.og_image || image) },
    jsonLd: [breadcrumbList(visit, data.breadcrumbs)],
    slug: category.slug,
    id: category.id,
  });
}

export async function categoryData(
  view: View,
  category: Category,
  paging: {
    readonly page: number;
    readonly perPage: number;
    /** Page of child categories; without it all are shown. */
    readonly childPage?: number;
  },
): Promise<CategoryPage> {
  const { kb, context, locale, viewer } = view;
  const { page, perPage, childPage = 1 } = paging;
  const visibility = await kb.access.visibility(viewer);
  const { articles, total } = await findArticles(
    kb,
    { visibility, statuses: ['publish'], categories: [category.id] },
    { by: 'order', direction: 'asc' },
    { limit: perPage, offset: (page - 1) * perPage },
  );
  const link = kb.permalinks.categoryHref(category);
  const pageParameter = (name: string, number: number): Record<string, string> =>
    number > 1 ? { [name]: String(number) } : {};
  const { cards, pagination: childPagination } = await categoryCards(view, category.children, {
    page: childPage,
    perPage: paging.childPage === undefined ? Math.max(1, category.children.length) : CARDS_PER_PAGE,
    link: (number) => pageLink(link, pageParameter(CHILD_PAGE, number), page),
  });
  const crumbs = kb.breadcrumbs.ofCategory(category);
  return {
    ...(await createFrame(view, { translations: translationsOf(view, category, visibility) })),
    name: category.name,
    description: safeHtml((await kb.describe(category)).html),
    link,
    breadcrumbs: await context.hooks.applyFiltersAsync('vendor_kb_breadcrumbs', crumbs, {
      path: category.path,
      locale,
    }),
    children: cards,
    childPagination,
    articles: await articleCards(view, articles),
    pagination: pagination({ page, perPage, total }, (number) =>
      pageLink(link, pageParameter(CHILD_PAGE, childPage), number),
    ),
    printLink: null,
  };
}

function translationsOf({ kb }: View, category: Category, visibility: Visibility): Translation[] {
  const tree = kb.categories.tree();
  const others = Object.values(translationsOfCategory(category, tree, visibility)).flatMap((id) => tree.get(id) ?? []);
  if (others.length < 2) return [];
  return others
    .toSorted((one, other) => (one.locale < other.locale ? -1 : 1))
    .map((other) => ({
      locale: other.locale,
      label: languageName(other.locale),
      link: kb.permalinks.categoryHref(other),
      current: other.id === category.id,
    }));
}
