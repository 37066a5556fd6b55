import type { TemplateData } from '../../../../index.js';
import { escapeHtml, type HeadData, type PageResponse, type SafeHtml, safeHtml, safeJson } from '../../../../pages.js';
import type { FormSuggestions, KbFrame, Pagination, Translation } from '../../content/views/template-data.js';
import { UNSHARED } from '../../domain/errors.js';
import { NAMESPACE } from '../routes/arguments.js';
import { feedUrl } from '../syndication/feed.js';
import { echoOf } from './echo.js';
import type { JsonLd, PageContext, PageName } from './page-hooks.js';
import { type Share, shareMarkup } from './share-markup.js';
import { STYLESHEETS, type Visit } from './visit.js';

/** Title, metadata and response options of a page. */
export interface PageMeta extends Partial<Omit<HeadData, 'jsonLd' | 'markup'>> {
  readonly title: string;
  readonly status?: number;
  readonly slug?: string;
  readonly id?: number;
  readonly headers?: Record<string, string>;
  /** Structured data (schema.org), not yet escaped. */
  readonly jsonLd?: readonly JsonLd[];
  /** Pagination of the page, if it has several parts. */
  readonly pagination?: Pick<Pagination, 'previous' | 'next'>;
  /** Social sharing metadata; without it none is emitted. */
  readonly share?: Share;
}

/** Renders a page with callbacks applied into the site's layout. */
export async function renderPage<K extends PageName>(
  visit: Visit,
  template: K,
  data: TemplateData[K],
  { title, status = 200, slug, id, headers, jsonLd = [], share, pagination, ...head }: PageMeta,
): Promise<PageResponse> {
  const { context, request, locale, path, strings, viewer, unframed = false } = visit;
  const { hooks } = context;
  const page: PageContext = { template, locale, path, viewer: request.user };
  const [around, markup] = await Promise.all([
    echoedAround(visit, page),
    echoOf(visit, (echo) => hooks.doActionAsync('vendor_kb_head', { ...page, ...echo })),
  ]);
  const searchForm = data.searchForm && { ...data.searchForm, suggestions: await suggestionsFor(visit) };
  // Values that a callback omits stay unchanged.
  const changed: Partial<KbFrame> = await hooks.applyFiltersAsync(
    'vendor_kb_template_data',
    { ...data, ...around, searchForm },
    page,
  );
  const [seo, structured] = await Promise.all([
    hooks.applyFiltersAsync('vendor_kb_seo', seoOf(title, head), page),
    hooks.applyFiltersAsync('vendor_kb_json_ld', [...jsonLd], page),
  ]);
  const response = await context.pages.render(
    template,
    { ...data, ...around, searchForm, ...changed },
    {
      request,
      title: seo.title,
      strings,
      status,
      unframed,
      // Lists and navigation also show unlocked content.
      headers: { ...(viewer.unlocked.size > 0 ? UNSHARED : {}), ...headers },
      head: {
        stylesheets: STYLESHEETS.map(context.pages.assetHref),
        ...head,
        feeds: [{ title: strings.text('nav.label'), link: feedUrl(visit) }, ...(head.feeds ?? [])],
        scripts: [...(searchForm ? [context.pages.assetHref('kb/search.js')] : []), ...(head.scripts ?? [])],
        description: seo.description,
        canonical: seo.canonical,
        alternates: seo.alternates,
        // A callback cannot make a page indexable that is excluded from search engines.
        robots: seo.robots ?? head.robots ?? null,
        jsonLd: structured.map(safeJson),
        markup: [
          ...(pagination ? sequenceMarkup(pagination) : []),
          ...(share ? shareMarkup(visit, seo, share) : []),
          ...markup,
        ],
      },
      variants: { locale, ...(slug === undefined ? {} : { slug }), ...(id === undefined ? {} : { id }) },
    },
  );
  hooks.doAction('vendor_kb_template_loaded', page);
  return response;
}

/** Maximum number of suggestions shown. */
const MAX_SUGGESTIONS = 8;

/**
 * Returns the suggestion endpoint. A session needs a REST nonce; without it, suggestions are those for anonymous
 * visitors.
 */
async function suggestionsFor({ kb, context, request, locale }: Visit): Promise<FormSuggestions> {
  const parameters = new URLSearchParams({ locale, limit: String(MAX_SUGGESTIONS) });
  return {
    link: `${kb.site.href(`${kb.site.root}/${NAMESPACE}/search/suggestions`)}?${parameters}`,
    limit: MAX_SUGGESTIONS,
    slash: (await context.settings.get('knowledge-base')).slashKey,
    reader: request.user && { id: request.user.id, nonce: request.nonce('rest') },
  };
}

/** The home page has no sidebar. */
async function echoedAround(
  visit: Visit,
  page: PageContext,
): Promise<Pick<KbFrame, 'sidebarTop' | 'sidebarBottom' | 'footer'>> {
  const { hooks } = visit.context;
  const hasSidebar = page.template !== 'kb/home';
  const [sidebarTop, sidebarBottom, footer] = await Promise.all([
    hasSidebar ? echoOf(visit, (echo) => hooks.doActionAsync('vendor_kb_sidebar_top', { ...page, ...echo })) : [],
    hasSidebar ? echoOf(visit, (echo) => hooks.doActionAsync('vendor_kb_sidebar_bottom', { ...page, ...echo })) : [],
    echoOf(visit, (echo) => hooks.doActionAsync('vendor_kb_footer', { ...page, ...echo })),
  ]);
  return { sidebarTop, sidebarBottom, footer };
}

function seoOf(
  title: string,
  { description = null, canonical = null, robots = null, alternates = [] }: Partial<HeadData>,
) {
  return { title, description, canonical, robots, alternates };
}

/** Renders links to the previous and next page. */
function sequenceMarkup({ previous, next }: Pick<Pagination, 'previous' | 'next'>): SafeHtml[] {
  return Object.entries({ prev: previous, next }).flatMap(([relation, link]) =>
    link === null ? [] : [safeHtml(`<link rel="${relation}" href="${escapeHtml(link)}">`)],
  );
}

/**
 * Returns the alternate language versions of a page; `x-default` is for readers of none of them.
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function alternatesOf({ kb }: Pick<Visit, 'kb'>, translations: readonly Translation[]): HeadData['alternates'] {
  if (translations.length < 2) return [];
  const links = translations.map(({ locale, link }) => ({ locale, link: new URL(link, kb.site.origin).href }));
  const fallback = links.find(({ locale }) => locale === kb.site.locale.toLowerCase());
  return fallback ? [...links, { locale: 'x-default', link: fallback.link }] : links;
}
