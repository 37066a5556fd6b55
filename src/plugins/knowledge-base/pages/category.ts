import { type PageResponse, safeHtml } from '../../../index.js';
import { findArticles } from '../article-query.js';
import { appearanceOf } from '../category-members.js';
import type { Category } from '../category-tree.js';
import { feedUrl } from '../syndication/feed.js';
import type { CategoryPage } from '../template-data.js';
import { articleCards, categoryCards, pagination } from './cards.js';
import { echoOf } from './echo.js';
import { notFoundPage } from './not-found.js';
import { renderPage } from './render-page.js';
import { shareImage } from './share-markup.js';
import { breadcrumbList } from './structured-data.js';
import { createFrame, pageLink, pageNumber, type View, type Visit } from './visit.js';

const PER_PAGE = 20;

/** A category: its text, the categories below, its articles page by page. */
export async function categoryPage(visit: Visit, category: Category): Promise<PageResponse> {
  const { kb, context, request } = visit;
  const page = pageNumber(request);
  const data = await categoryData(visit, category, { page, perPage: PER_PAGE });
  if (page > data.pagination.totalPages) return notFoundPage(visit);
  const [before, after] = await Promise.all([
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_before_category', category, echo)),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_after_category', category, echo)),
  ]);
  const printLink =
    data.articles.length + data.children.length > 0 ? kb.links.href(category.locale, `${category.path}/print`) : null;
  const { seo, image } = appearanceOf(category);
  const around = { ...data, before, after, printLink };
  return renderPage(visit, 'kb/category', around, {
    title: seo.title || category.name,
    description: seo.description || kb.summaryOf(category) || null,
    robots: seo.noindex ? 'noindex' : null,
    canonical: seo.canonical || pageLink(kb.permalinks.categoryUrl(category), {}, page),
    feeds: [{ title: category.name, link: feedUrl(visit, category) }],
    share: { type: 'website', image: await shareImage(kb, seo.og_image || image) },
    jsonLd: [breadcrumbList(visit, data.breadcrumbs)],
    slug: category.slug,
  });
}

export async function categoryData(
  view: View,
  category: Category,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<CategoryPage> {
  const { kb, context, locale, viewer } = view;
  const { articles, total } = await findArticles(
    kb,
    { visibility: await kb.access.visibility(viewer), statuses: ['publish'], categories: [category.id] },
    { by: 'order', direction: 'asc' },
    { limit: perPage, offset: (page - 1) * perPage },
  );
  const link = kb.permalinks.categoryHref(category);
  const crumbs = kb.breadcrumbs.ofCategory(category);
  return {
    ...(await createFrame(view)),
    name: category.name,
    description: safeHtml(kb.describe(category).html),
    link,
    breadcrumbs: await context.hooks.applyFiltersAsync('vendor_kb_breadcrumbs', crumbs, {
      path: category.path,
      locale,
    }),
    children: await categoryCards(view, category.children),
    articles: await articleCards(view, articles),
    pagination: pagination({ page, perPage, total }, (number) => pageLink(link, {}, number)),
    printLink: null,
  };
}
