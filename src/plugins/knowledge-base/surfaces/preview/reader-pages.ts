import type { PluginContext } from '../../../../index.js';
import { escapeHtml, type PageRequest, type PageResponse, safeHtml } from '../../../../pages.js';
import { kbCatalogues } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { targetOf } from '../../domain/access/target.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { categoryPage } from '../pages/category.js';
import { homePage } from '../pages/home.js';
import { renderPage } from '../pages/render-page.js';
import { createFrame, type Visit } from '../pages/visit.js';
import { bannerOf, type PreviewNotes, previewPage, requestOf } from './preview-page.js';
import type { PreviewReader } from './preview-reader.js';

interface PageRequested {
  readonly reader: PreviewReader;
  /** Path relative to the knowledge base, with its language: `/de/handbuch`; empty for the home page. */
  readonly path: string;
  readonly notes: PreviewNotes;
  /** Returns the URL of another page in this view. */
  linkTo(query: { readonly path: string } & Record<string, string>): string;
}

/**
 * Renders a page as another reader sees it.
 * Views and denials are not recorded, no cookie is set and forms have no nonce. Links to other pages stay in the
 * view.
 */
export async function pageAsReader(
  kb: KnowledgeBase,
  context: PluginContext,
  request: PageRequest,
  requested: PageRequested,
): Promise<PageResponse> {
  const page = await pageOf(kb, context, request, requested);
  const { 'Set-Cookie': _none, ...headers } = page.headers;
  const body =
    typeof page.body === 'string' ? withOwnLinks(page.body, kb.links.href(kb.site.locale), requested) : page.body;
  // Always 200 for the current user, whatever status the reader would get.
  return { status: 200, headers: { ...headers, ...OF_ONE_PERSON }, body };
}

async function pageOf(
  kb: KnowledgeBase,
  context: PluginContext,
  request: PageRequest,
  { reader, path: askedPath, notes }: PageRequested,
): Promise<PageResponse> {
  const { locale, path } = kb.links.parse(decoded(askedPath), await kb.navigation.locales());
  const above = bannerOf(notes);
  const visit: Visit = {
    kb,
    context,
    locale,
    path,
    above,
    viewer: reader.viewer,
    request: { ...requestOf(reader, request, context), path: `/${path}` },
    strings: kb.site.strings(locale, kbCatalogues),
    unframed: true,
  };
  if (path === '') return homePage(visit);
  const category = kb.categories.tree().byPath(locale, path);
  if (category) return pageOfCategory(visit, category);
  const article = await kb.articles.byPath(locale, path);
  return article ? previewPage(kb, context, request, { article, reader, notes }) : missingPage(visit);
}

async function pageOfCategory(visit: Visit, category: Category): Promise<PageResponse> {
  const { kb, strings, viewer } = visit;
  const access = await kb.access.ofCategory(category.id, viewer);
  if (access.allowed) return categoryPage(visit, category);
  if (access.status === 404) return missingPage(visit);
  const message = await kb.restrictedMessage(targetOf(category), access, viewer, strings);
  const title = strings.text('restricted.category');
  const restricted = {
    strings,
    teaser: null,
    loginLink: null,
    passwordForm: null,
    message: safeHtml(`${visit.above ?? ''}${message}`),
  };
  const data = { ...(await createFrame(visit)), title, restricted };
  return renderPage(visit, 'kb/restricted', data, { title, robots: 'noindex' });
}

/** Renders the page for content missing for this reader, with a link back. */
async function missingPage(visit: Visit): Promise<PageResponse> {
  const { strings } = visit;
  const title = strings.text('not-found.title');
  const restricted = {
    strings,
    teaser: null,
    loginLink: null,
    passwordForm: null,
    message: safeHtml(`${visit.above ?? ''}<p>${escapeHtml(strings.text('not-found.text'))}</p>`),
  };
  const data = { ...(await createFrame(visit)), title, restricted };
  return renderPage(visit, 'kb/restricted', data, { title, robots: 'noindex' });
}

const OF_ONE_PERSON = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' } as const;

/** Links to pages of the site, not to its files. */
const LINK = /(<a\b[^<>]*?\shref=")([^"<>]*)(")/g;
/** Paths without a page in this view: files, feeds, print pages and searches. */
const ELSEWHERE = /^\/(?:-\/|.*(?:feed|print)$|(?:[a-z-]{2,12}\/)?search$)/;

function withOwnLinks(html: string, base: string, { linkTo }: PageRequested): string {
  return html.replace(LINK, (whole, before: string, href: string, after: string) => {
    const link = href.replaceAll(/&(?:amp|#38);/g, '&');
    if (link !== base && !link.startsWith(`${base}/`) && !link.startsWith(`${base}?`)) return whole;
    const url = new URL(link, 'http://site.invalid');
    const path = url.pathname.slice(base.length);
    if (ELSEWHERE.test(path)) return whole;
    const pages = Object.fromEntries([...url.searchParams].filter(([name]) => PAGING.has(name)));
    return `${before}${escapeHtml(linkTo({ ...pages, path }))}${escapeHtml(url.hash)}${after}`;
  });
}

/** Page parameters that belong to pages, not to the view. */
const PAGING: ReadonlySet<string> = new Set(['page', 'categories']);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
