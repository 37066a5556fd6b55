import { renderMarkdown } from '../../../blocks.js';
import { type PageResponse, safeHtml } from '../../../index.js';
import { findArticles } from '../article-query.js';
import type { Category } from '../category-tree.js';
import { articleCards, categoryCards, pagination } from './cards.js';
import { notFoundPage } from './not-found.js';
import { createFrame, pageLink, pageNumber, renderPage, type Visit } from './visit.js';

const PER_PAGE = 20;

/** A category: its text, the categories below, its articles page by page. */
export async function categoryPage(visit: Visit, category: Category): Promise<PageResponse> {
  const { kb, context, request, locale, viewer } = visit;
  const page = pageNumber(request);
  const { articles, total } = await findArticles(
    kb,
    { visibility: await kb.access.visibility(viewer), statuses: ['publish'], categories: [category.id] },
    { by: 'order', direction: 'asc' },
    { limit: PER_PAGE, offset: (page - 1) * PER_PAGE },
  );
  if (page > Math.max(1, Math.ceil(total / PER_PAGE))) return notFoundPage(visit);
  const link = kb.links.href(locale, category.path);
  const breadcrumbs = await context.hooks.applyFiltersAsync(
    'vendor_kb_breadcrumbs',
    kb.breadcrumbs.ofCategory(category),
    {
      path: category.path,
      locale,
    },
  );
  return renderPage(
    visit,
    'kb/category',
    {
      ...(await createFrame(visit)),
      name: category.name,
      description: safeHtml(renderMarkdown(category.description).html),
      link,
      breadcrumbs,
      children: await categoryCards(visit, category.children),
      articles: await articleCards(visit, articles),
      pagination: pagination({ page, perPage: PER_PAGE, total }, (number) => pageLink(link, {}, number)),
    },
    {
      title: category.name,
      description: kb.summaryOf(category) || null,
      canonical: pageLink(kb.links.url(locale, category.path), {}, page),
      slug: category.slug,
    },
  );
}
