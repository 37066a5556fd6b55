import { type PageResponse, type SafeHtml, safeHtml } from '../../../../pages.js';
import { kbTexts } from '../../catalogues.js';
import { articleCards, CARDS_PER_PAGE, categoryCards } from '../../content/views/cards.js';
import type { HomePage } from '../../content/views/template-data.js';
import type { View } from '../../content/views/view.js';
import { listArticles } from '../../domain/articles/article-query.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { pageLink } from '../../domain/links/links.js';
import { openingOf } from '../../domain/rendering/article-content.js';
import { hasArticles, START_PATH } from '../admin/getting-started/frame.js';
import { echoOf } from './echo.js';
import { notFoundPage } from './not-found.js';
import { alternatesOf, renderPage } from './render-page.js';
import { webSite } from './structured-data.js';
import { createFrame, languageName, pageNumber, type Visit } from './visit.js';

const MAX_RECENT = 6;

/** Maximum characters of the lead. */
const LEAD = 360;

/** Maximum articles listed for an only category. */
const NAMED_ARTICLES = 90;

/** Renders the home page of a locale: its categories and recent changes. */
export async function homePage(visit: Visit): Promise<PageResponse> {
  const { kb, context, locale, request } = visit;
  const page = pageNumber(request);
  const [content, before, after] = await Promise.all([
    homeData(visit, { page, perPage: CARDS_PER_PAGE }),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_before_home', echo)),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_after_home', echo)),
  ]);
  if (page > content.pagination.totalPages) return notFoundPage(visit);
  const hint = content.latest.length === 0 && content.categories.length === 0 ? await firstVisitHint(visit) : [];
  const data = { ...content, before: [...(visit.above ? [visit.above] : []), ...before, ...hint], after };
  return renderPage(visit, 'kb/home', data, {
    title: data.title,
    description: data.description || null,
    canonical: pageLink(kb.links.url(locale), {}, page),
    alternates: page > 1 ? [] : alternatesOf(visit, data.translations),
    pagination: data.pagination,
    jsonLd: [webSite(visit)],
    share: { type: 'website', image: null },
  });
}

export async function homeData(
  view: View,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<HomePage> {
  const { kb, locale, strings, viewer } = view;
  const visibility = await kb.access.visibility(viewer);
  const articles = await listArticles(
    kb,
    { visibility, statuses: ['publish'], locale },
    { by: 'modified', direction: 'desc' },
    { limit: MAX_RECENT },
  );
  const locales = [...(await kb.navigation.locales())].sort();
  const translations = locales.map((other) => ({
    locale: other,
    label: languageName(other),
    link: kb.links.href(other),
    current: other === locale,
  }));
  const roots = kb.categories
    .tree()
    .roots(locale)
    .filter(({ id }) => visibility.admitsCategory(id));
  // A single top category, typical after importing one folder, would give a page with one card. Show its content
  // instead.
  const only = roots.length === 1 ? roots[0] : undefined;
  const { cards, pagination } = await categoryCards(view, only ? only.children : roots, {
    page,
    perPage,
    link: (number) => pageLink(kb.links.href(locale), {}, number),
  });
  return {
    ...(await createFrame(view, { translations: locales.length > 1 ? translations : [] })),
    title: strings.text('nav.label'),
    description: kb.site.description || (only ? openingOf((await kb.describe(only)).html, LEAD) : ''),
    categories: cards,
    pagination,
    ...(only ? await articlesOf(view, only) : { articles: [], more: null }),
    latest: await articleCards(view, articles),
  };
}

/** Returns a category's articles in reading order, as this viewer's navigation shows them. */
async function articlesOf(
  { kb, viewer, locale, strings }: View,
  category: Category,
): Promise<Pick<HomePage, 'articles' | 'more'>> {
  const tree = await kb.navigation.tree(locale, '', viewer);
  const branch = tree.find(({ kind, id }) => kind === 'category' && id === category.id);
  const articles = branch?.children.filter(({ kind }) => kind === 'article') ?? [];
  return {
    articles: articles.slice(0, NAMED_ARTICLES).map((article) => ({ title: article.title, link: article.link })),
    more:
      articles.length > NAMED_ARTICLES
        ? {
            title: strings.text('category.all', { count: articles.length }),
            link: kb.permalinks.categoryHref(category),
          }
        : null,
  };
}

/** Returns the hint on an empty home page: a notice for readers, the start page for editors. */
async function firstVisitHint({ kb, context, request }: Visit): Promise<SafeHtml[]> {
  if (await hasArticles(kb)) return [];
  const { text } = kbTexts(kb.site);
  const isEditor = request.user !== null && (await request.can('edit_kb_articles'));
  const html = await context.templates.render('kb/parts/first-visit', {
    text: text(isEditor ? 'start.hint' : 'start.nothing'),
    link: isEditor ? { label: text('start.heading'), link: kb.site.href(kb.site.admin + START_PATH) } : null,
  });
  return [safeHtml(html)];
}
