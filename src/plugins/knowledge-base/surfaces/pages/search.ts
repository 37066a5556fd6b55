import { HostError } from '../../../../index.js';
import { escapeHtml, type PageResponse, redirect, type SafeHtml, safeHtml } from '../../../../pages.js';
import { pagination } from '../../content/views/cards.js';
import type { SearchPage, WaysOn } from '../../content/views/template-data.js';
import { listArticles } from '../../domain/articles/article-query.js';
import { LIMITS, READ_COSTS } from '../../domain/limits.js';
import { pageLink } from '../../domain/links/links.js';
import type { SearchResultItem } from '../../domain/search/search-result-page.js';
import type { SearchResponse } from '../../domain/search/search-service.js';
import { NAMESPACE } from '../routes/arguments.js';
import { echoOf } from './echo.js';
import { renderPage } from './render-page.js';
import { describeFilters, keptOf, readFilters, toParameters, toSearch } from './search-filters.js';
import { createFrame, languageName, pageNumber, textOf, type Visit } from './visit.js';

const PER_PAGE = 10;

/** Renders the search page. A plain GET form works without scripts and gives every result page a URL. */
export async function searchPage(visit: Visit): Promise<PageResponse> {
  const { kb, context, request, locale, strings, viewer } = visit;
  const query = textOf(request.query.q);
  const page = pageNumber(request);
  const chosen = await readFilters(visit);
  const link = kb.links.href(locale, 'search');
  const [frame, before, after] = await Promise.all([
    createFrame(visit, {
      query,
      hiddenFields: keptOf(toParameters({ ...chosen, isExact: false })),
      translations: await inOthers(visit, query),
    }),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_before_search', query, echo)),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_after_search', query, echo)),
  ]);
  const blank: SearchPage = {
    ...frame,
    before,
    after,
    query,
    notice: null,
    results: [],
    clicks: { link: kb.site.href(`${kb.site.root}/${NAMESPACE}/search/clicks`), query },
    total: 0,
    isAtLeast: false,
    corrected: null,
    filters: null,
    nothingFound: null,
    pagination: pagination({ page: 1, perPage: PER_PAGE, total: 0 }, () => link),
    tookMs: 0,
  };
  const title = query === '' ? strings.text('search.title') : strings.text('search.title-for', { query });
  const meta = { title, robots: 'noindex' };
  if (query === '') return renderPage(visit, 'kb/search', blank, meta);
  request.countReads(READ_COSTS.search);
  const { allowed, headers } = await context.limits.countPage(request, LIMITS.search);
  if (!allowed) {
    const notice = strings.text('search.too-many');
    return renderPage(visit, 'kb/search', { ...blank, notice }, { ...meta, headers, status: 429 });
  }
  try {
    const response = await kb.search.search({
      query,
      locale,
      page,
      perPage: PER_PAGE,
      ...toSearch(chosen, new Date()),
      viewer,
      // A submitted query is final, unlike one being typed.
      final: true,
      caller: request.method === 'GET' ? request : null,
    });
    const parameters = { q: query, ...toParameters(chosen) };
    const pages = pagination(
      { page, perPage: PER_PAGE, total: response.total, totalPages: Math.max(1, response.pages) },
      (number) => pageLink(link, parameters, number),
    );
    // The page is past the end, because articles were deleted or the URL was edited.
    if (page > pages.totalPages) return redirect(pageLink(link, parameters, pages.totalPages), 302);
    return await renderPage(
      visit,
      'kb/search',
      {
        ...blank,
        results: response.results.map((result, index) => resultOf(result, (page - 1) * PER_PAGE + index + 1)),
        total: response.total,
        isAtLeast: response.total_relation === 'gte',
        corrected: correctedOf(response, parameters, link),
        filters: describeFilters(visit, chosen, response, link),
        nothingFound: response.results.length === 0 ? await waysOn(visit) : null,
        pagination: pages,
        tookMs: Math.max(1, Math.round(response.took_ms)),
      },
      { ...meta, pagination: pages },
    );
  } catch (error) {
    // An invalid query is reported beside the search form.
    if (!(error instanceof HostError) || error.code !== 'vendor_kb_invalid_param') throw error;
    return renderPage(visit, 'kb/search', { ...blank, notice: error.message }, { ...meta, status: 400 });
  }
}

/** Links to the same search in other languages, without filters, whose values differ there. */
async function inOthers({ kb, locale }: Visit, query: string): Promise<SearchPage['translations']> {
  const locales = [...(await kb.navigation.locales())].sort();
  if (locales.length < 2) return [];
  return locales.map((other) => ({
    locale: other,
    label: languageName(other),
    link: pageLink(kb.links.href(other, 'search'), query === '' ? {} : { q: query }, 1),
    current: other === locale,
  }));
}

function resultOf(result: SearchResultItem, position: number): SearchPage['results'][number] {
  return {
    article: result.type === 'article' ? result.id : null,
    position,
    title: markupOf(result, 'title') ?? safeHtml(escapeHtml(result.title)),
    link: result.link,
    snippet: markupOf(result, 'content') ?? safeHtml(escapeHtml(result.excerpt)),
    breadcrumbs: result.breadcrumbs.slice(0, -1),
    promoted: result.promoted === true,
  };
}

/** The highlighter has already escaped the text. */
function markupOf({ highlights }: SearchResultItem, field: 'title' | 'content'): SafeHtml | null {
  const fragments = highlights.find((highlight) => highlight.field === field)?.fragments ?? [];
  return fragments.length > 0 ? safeHtml(fragments.map((fragment) => fragment.html).join(' … ')) : null;
}

/** Describes the spelling correction: the corrected query that was searched, and the typed one. */
function correctedOf(
  { corrections, query }: SearchResponse,
  parameters: Readonly<Record<string, string>>,
  link: string,
): SearchPage['corrected'] {
  const spellings = new Map(corrections.map(({ from, to }) => [from, to]));
  const corrected = query.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => spellings.get(word) ?? word);
  // A plugin replaced the query, so the corrections do not apply.
  if (corrected === query) return null;
  return {
    applied: { query: corrected, link: pageLink(link, { ...parameters, q: corrected }, 1) },
    typed: { query, link: pageLink(link, { ...parameters, fuzzy: '0' }, 1) },
  };
}

const ARTICLES = 5;

const CATEGORIES = 12;

/** Returns suggestions after an empty result: top categories, and the most read or newest articles. */
async function waysOn({ kb, locale, viewer }: Visit): Promise<WaysOn> {
  const visibility = await kb.access.visibility(viewer);
  const first = (by: 'views' | 'modified') =>
    listArticles(kb, { visibility, statuses: ['publish'], locale }, { by, direction: 'desc' }, { limit: ARTICLES });
  const read = await first('views');
  const areRead = read.some(({ counters }) => (counters?.views ?? 0) > 0);
  const articles = areRead ? read : await first('modified');
  const categories = (await kb.navigation.tree(locale, '', viewer)).filter(({ kind }) => kind === 'category');
  return {
    articles: articles.map((article) => ({ title: article.title, link: kb.permalinks.articleHref(article) })),
    areRead,
    categories: categories.slice(0, CATEGORIES).map(({ title, link }) => ({ title, link })),
  };
}
