import { Readable } from 'node:stream';
import { HostError, type PluginContext } from '../../../../index.js';
import type { PageHandler, PageRequest, PageResponse } from '../../../../pages.js';
import { kbCatalogues } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { EffectiveAccess } from '../../domain/access/effective.js';
import type { Article } from '../../domain/articles/article.js';
import type { AttachedFile } from '../../domain/attachments/attachment-access.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { UNSHARED } from '../../domain/errors.js';
import { machinePage, otherForm } from '../syndication/machine-pages.js';
import { markdownPage, prefersMarkdown } from '../syndication/markdown.js';
import { articlePage } from './article.js';
import { categoryPage } from './category.js';
import { homePage } from './home.js';
import { notFoundPage, oldAddress } from './not-found.js';
import { postReaderForm } from './reader-form-post.js';
import { addressOf, openedAddress, restrictedPage, unlockByForm } from './restricted.js';
import { searchPage } from './search.js';
import type { Visit } from './visit.js';

/** Creates the handler for all pages: home, search, categories, articles, old URLs. */
export function createKbPages(kb: KnowledgeBase, context: PluginContext): PageHandler {
  return async (request) => {
    if (!METHODS.has(request.method)) return null;
    const file = await downloadPage(kb, context, request);
    if (file) return file;
    const { locale, path } = kb.links.parse(request.path, await kb.navigation.locales());
    const strings = kb.site.strings(locale, kbCatalogues);
    const visit: Visit = { kb, context, request, locale, path, strings, viewer: kb.access.viewerOf(request) };
    const isPost = request.method === 'POST';
    if (path === '') return isPost ? null : homePage(visit);
    if (path === 'search') return isPost ? null : searchPage(visit);
    const find = async (path: string) =>
      kb.categories.tree().byPath(locale, path) ?? (await kb.articles.byPath(locale, path));
    const machines = isPost ? null : await machinePage(visit);
    if (machines) return machines;
    const target = await find(path);
    if (target) return isPost ? posted(visit, target) : pageOf(visit, target);
    if (isPost) return null;
    return (await oldAddress(visit)) ?? (await otherForm(visit, find)) ?? notFoundPage(visit);
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

async function pageOf(visit: Visit, target: Article | Category): Promise<PageResponse> {
  const markdown = prefersMarkdown(visit.request.headers.accept) ? await markdownPage(visit, target) : null;
  if (markdown) return markdown;
  const access = await accessTo(visit, target);
  // A draft does not hide a redirect at its URL.
  const before = access.reason === 'status' ? await oldAddress(visit) : null;
  if (before) return before;
  if (!access.allowed) return restrictedPage(visit, target, access);
  const opened = openedAddress(visit, addressOf(visit, target));
  if (opened) return opened;
  const page = 'categoryIds' in target ? await articlePage(visit, target) : await categoryPage(visit, target);
  return access.vary === 'public' ? page : { ...page, headers: { ...page.headers, ...UNSHARED } };
}

/** Handles forms, which are sent to the URL of their article or category. */
async function posted(visit: Visit, target: Article | Category): Promise<PageResponse> {
  const access = await accessTo(visit, target);
  const posted = access.allowed && 'categoryIds' in target ? await postReaderForm(visit, target) : null;
  if (!posted) return unlockByForm(visit, target, access);
  return access.vary === 'public' ? posted : { ...posted, headers: { ...posted.headers, ...UNSHARED } };
}

function accessTo({ kb, viewer }: Visit, target: Article | Category): Promise<EffectiveAccess> {
  return 'categoryIds' in target ? kb.access.of(target, viewer) : kb.access.ofCategory(target.id, viewer);
}

/** No slug starts like this, so the path cannot conflict with an article. */
const ADDRESS = /^\/-\/attachments\/(\d{1,15})(?:\/[^/]*)?$/;

/** Sends an attachment or the page that unlocks it; null for other paths. */
async function downloadPage(
  kb: KnowledgeBase,
  context: PluginContext,
  request: PageRequest,
): Promise<PageResponse | null> {
  const [, id] = ADDRESS.exec(request.path) ?? [];
  if (id === undefined) return null;
  const found = await kb.attachments.look(Number(id), request);
  const isKnown = found !== null && found.access.status !== 404;
  // A hidden file must be answered in the same language as a missing one.
  const locale = isKnown ? found.article.locale : kb.site.locale;
  const strings = kb.site.strings(locale, kbCatalogues);
  const visit = { kb, context, request, locale, path: request.path.slice(1), strings };
  const ownVisit: Visit = { ...visit, viewer: kb.access.viewerOf(request) };
  if (!isKnown) return notFoundPage(ownVisit);
  if (request.method === 'POST') return unlockByForm(ownVisit, found, found.access);
  return found.access.allowed ? send(kb, found, request) : restrictedPage(ownVisit, found, found.access);
}

async function send(kb: KnowledgeBase, found: AttachedFile, request: PageRequest): Promise<PageResponse> {
  try {
    const { status, headers, data } = await kb.downloads.send(found, request);
    return { status, headers, body: data instanceof Readable ? data : '' };
  } catch (error) {
    // Clients that request ranges read headers, not an error page.
    if (!(error instanceof HostError) || error.status !== 416) throw error;
    return { status: 416, headers: { ...error.data.headers }, body: '' };
  }
}
