import { plainText } from '../../../blocks.js';
import { type CurrentHost, currentHost, type PluginContext } from '../../../index.js';
import { escapeHtml, type PageRequest, safeHtml } from '../../../pages.js';
import { kbCatalogues } from '../catalogues.js';
import type { AccessFunctions, ArticleRef, CategoryRef, ViewerRef } from '../content/access-functions.js';
import type { KnowledgeBase } from '../content/knowledge-base.js';
import { type EffectiveAccess, UNKNOWN } from '../domain/access/effective.js';
import { targetOf } from '../domain/access/target.js';
import { type KbViewer, viewerOfAccount } from '../domain/access/viewer.js';
import type { Article } from '../domain/articles/article.js';
import type { Category } from '../domain/categories/category-tree.js';
import { UNSHARED } from '../domain/errors.js';
import { restrictedFragment, restrictedPage } from './pages/restricted.js';

/** @param knowledgeBase called lazily, because the knowledge base itself has these functions */
export function createAccessFunctions(context: PluginContext, knowledgeBase: () => KnowledgeBase): AccessFunctions {
  function viewerOf(viewer: ViewerRef): KbViewer {
    const request = viewer === undefined ? requestOf() : null;
    if (request) return knowledgeBase().access.viewerOf(request);
    return viewerOfAccount(context.access, viewer ?? null);
  }

  /** Always looks up the current version, even if the caller passed an object. */
  async function find(ref: ArticleRef | CategoryRef): Promise<Article | Category | null> {
    const kb = knowledgeBase();
    if (typeof ref === 'number') return kb.articles.get(ref);
    const isCategory = 'type' in ref ? ref.type === 'category' : !('categoryIds' in ref);
    return isCategory ? (kb.categories.tree().get(ref.id) ?? null) : kb.articles.get(ref.id);
  }

  async function effective(target: Article | Category | null, viewer: KbViewer): Promise<EffectiveAccess> {
    if (!target) return UNKNOWN;
    const { access } = knowledgeBase();
    return 'categoryIds' in target ? access.of(target, viewer) : access.ofCategory(target.id, viewer);
  }

  async function allowed(ref: ArticleRef | CategoryRef, viewer: ViewerRef): Promise<boolean> {
    try {
      return (await effective(await find(ref), viewerOf(viewer))).allowed;
    } catch (error) {
      context.log.error({ err: error }, 'Access could not be checked; access is denied');
      return false;
    }
  }

  return {
    vendor_kb_get_effective_access: async (target, viewer) => effective(await find(target), viewerOf(viewer)),
    vendor_kb_can_access: allowed,
    vendor_kb_can_access_category: (category, viewer) =>
      allowed(typeof category === 'number' ? { type: 'category', id: category } : category, viewer),
    async vendor_kb_get_teaser(ref, { words, format = 'html', viewer } = {}) {
      const article = await find(ref);
      if (!article || !('categoryIds' in article)) return null;
      const found = await effective(article, viewerOf(viewer));
      const teaser = await knowledgeBase().teasers(article, found, words === undefined ? {} : { words });
      return teaser && format === 'text' ? safeHtml(escapeHtml(plainText(String(teaser)))) : teaser;
    },
    async vendor_kb_get_restricted_message(ref, viewer) {
      const kb = knowledgeBase();
      const reader = viewerOf(viewer);
      const target = await find(ref);
      const found = await effective(target, reader);
      const strings = kb.site.strings(target?.locale ?? kb.site.locale, kbCatalogues);
      const about = target ? targetOf(target) : ({ type: 'category', id: 0 } as const);
      return kb.restrictedMessage(about, found, reader, strings);
    },
    async vendor_kb_render_restricted_view(ref, viewer, { embed = false } = {}) {
      const kb = knowledgeBase();
      const reader = viewerOf(viewer);
      const target = await find(ref);
      const found = await effective(target, reader);
      const headers = { ...UNSHARED, 'X-Robots-Tag': 'noindex' };
      if (!target || found.status === 404 || found.allowed) return { status: found.status, headers, html: '' };
      const request = requestOf();
      if (embed || !request || !isForPage(request)) {
        const html = await restrictedFragment(kb, context, { target, access: found, viewer: reader });
        return { status: found.status, headers, html };
      }
      const { locale } = target;
      const path = 'categoryIds' in target ? kb.articles.pathOf(target) : target.path;
      const strings = kb.site.strings(locale, kbCatalogues);
      const visit = { kb, context, request, locale, path, strings, viewer: reader };
      const page = await restrictedPage(visit, target, found);
      return { status: page.status, headers: { ...page.headers, ...headers }, html: String(page.body) };
    },
  };
}

/** Returns the current request, or null outside a request. */
function requestOf(): CurrentHost['request'] | null {
  try {
    return currentHost().request;
  } catch {
    return null;
  }
}

function isForPage(request: CurrentHost['request']): request is PageRequest {
  return 'fullPath' in request;
}
