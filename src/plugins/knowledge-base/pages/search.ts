import { escapeHtml, HostError, type PageResponse, type SafeHtml, safeHtml } from '../../../index.js';
import { LIMITS } from '../limits.js';
import { NAMESPACE } from '../routes/arguments.js';
import type { SearchAnswer, SearchResultItem } from '../search-service.js';
import type { SearchPage } from '../template-data.js';
import { pagination } from './cards.js';
import { echoOf } from './echo.js';
import { renderPage } from './render-page.js';
import { createFrame, pageLink, pageNumber, textOf, type Visit } from './visit.js';

const PER_PAGE = 10;

/** Search by a plain GET form: works without script, and every result page has an address. */
export async function searchPage(visit: Visit): Promise<PageResponse> {
  const { kb, context, request, locale, strings, viewer } = visit;
  const query = textOf(request.query.q);
  const page = pageNumber(request);
  const category = kb.categories.tree().byPath(locale, textOf(request.query.category));
  const link = kb.links.href(locale, 'search');
  const [frame, before, after] = await Promise.all([
    createFrame(visit, { query, category: category?.path ?? null }),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_before_search', query, echo)),
    echoOf(visit, (echo) => context.hooks.doActionAsync('vendor_kb_after_search', query, echo)),
  ]);
  const blank: SearchPage = {
    ...frame,
    ...{ before, after },
    query,
    notice: null,
    results: [],
    clicks: { link: kb.site.href(`${kb.site.root}/${NAMESPACE}/search/clicks`), query },
    total: 0,
    corrections: [],
    facets: { categories: [] },
    pagination: pagination({ page: 1, perPage: PER_PAGE, total: 0 }, () => link),
    tookMs: 0,
  };
  const title = query === '' ? strings.text('search.title') : strings.text('search.title-for', { query });
  const meta = { title, robots: 'noindex' };
  if (query === '') return renderPage(visit, 'kb/search', blank, meta);
  const { allowed, headers } = await context.limits.countPage(request, LIMITS.search);
  if (!allowed) {
    const notice = strings.text('search.too-many');
    return renderPage(visit, 'kb/search', { ...blank, notice }, { ...meta, headers, status: 429 });
  }
  try {
    const answer = await kb.search.search({
      query,
      locale,
      page,
      perPage: PER_PAGE,
      category: category ? [category.id] : undefined,
      viewer,
      // A form that was sent is settled.
      final: true,
      caller: request.method === 'GET' ? request : null,
    });
    const parameters = { q: query, ...(category ? { category: category.path } : {}) };
    return await renderPage(
      visit,
      'kb/search',
      {
        ...blank,
        results: answer.results.map((result, index) => resultOf(result, (page - 1) * PER_PAGE + index + 1)),
        total: answer.total,
        corrections: correctionsOf(answer, parameters, link),
        facets: { categories: facetsOf(visit, answer, category?.id ?? null, link) },
        pagination: pagination({ page, perPage: PER_PAGE, total: answer.total }, (number) =>
          pageLink(link, parameters, number),
        ),
        tookMs: Math.max(1, Math.round(answer.took_ms)),
      },
      meta,
    );
  } catch (error) {
    // What is wrong with the query is said on the page, beside the form that can mend it.
    if (!(error instanceof HostError) || error.code !== 'vendor_kb_invalid_param') throw error;
    return renderPage(visit, 'kb/search', { ...blank, notice: error.message }, { ...meta, status: 400 });
  }
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

/** The highlighter escapes every piece of text itself. */
function markupOf({ highlights }: SearchResultItem, field: 'title' | 'content'): SafeHtml | null {
  const fragments = highlights.find((highlight) => highlight.field === field)?.fragments ?? [];
  return fragments.length > 0 ? safeHtml(fragments.map((fragment) => fragment.html).join(' … ')) : null;
}

/** The query as it was read, with repaired words, to search for in its own right. */
function correctionsOf(
  { corrections, query }: SearchAnswer,
  parameters: Readonly<Record<string, string>>,
  link: string,
): SearchPage['corrections'] {
  if (corrections.length === 0) return [];
  const repaired = corrections.reduce((text, { from, to }) => text.replaceAll(from, to), query.toLowerCase());
  return repaired === query.toLowerCase()
    ? []
    : [{ query: repaired, link: pageLink(link, { ...parameters, q: repaired }, 1) }];
}

function facetsOf(
  { kb }: Visit,
  { facets, query }: SearchAnswer,
  activeId: number | null,
  link: string,
): SearchPage['facets']['categories'] {
  // One category that has every result narrows nothing.
  if (facets.categories.length === 1 && activeId === null) return [];
  return facets.categories.map(({ id, name, count }) => {
    const active = id === activeId;
    const path = kb.categories.tree().get(id)?.path ?? '';
    // The active facet's link takes the filter off again.
    return { name, count, active, link: pageLink(link, { q: query, ...(active ? {} : { category: path }) }, 1) };
  });
}
