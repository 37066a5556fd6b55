import { plainText } from '../../../blocks.js';
import { type CurrentHost, currentHost, type PluginContext, type User } from '../../../index.js';
import { escapeHtml, type PageRequest, type SafeHtml, safeHtml } from '../../../pages.js';
import { kbCatalogues } from '../catalogues.js';
import type { KnowledgeBase } from '../content/knowledge-base.js';
import { type EffectiveAccess, UNKNOWN, UNSHARED } from '../domain/access/effective.js';
import { targetOf } from '../domain/access/target.js';
import { type KbViewer, viewerOfAccount } from '../domain/access/viewer.js';
import type { Article } from '../domain/articles/article.js';
import type { Category } from '../domain/categories/category-tree.js';
import { restrictedFragment, restrictedPage } from './pages/restricted.js';

/** Article, as an object or by id. */
export type ArticleRef =
  | number
  | Pick<Article, 'id' | 'categoryIds'>
  | { readonly type: 'article'; readonly id: number };
/** Category, as an object or as a typed id. */
export type CategoryRef = Pick<Category, 'id' | 'path'> | { readonly type: 'category'; readonly id: number };
/** Viewer: a user, `null` for an anonymous visitor, or omitted for the current request's visitor. */
export type ViewerRef = User | null | undefined;

/** Response shown in place of a restricted page. */
export interface RestrictedView {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly html: string;
}

/**
 * Access functions for plugins. An omitted viewer means the visitor of the current request, including what they
 * unlocked; outside a request it means an anonymous visitor.
 */
export interface AccessFunctions {
  /**
   * Returns the full access decision; the other functions are views of it. A missing target is closed with status
   * 404.
   */
  vendor_kb_get_effective_access(target: ArticleRef | CategoryRef, viewer?: ViewerRef): Promise<EffectiveAccess>;
  /** Returns whether a viewer may read an article; false for an unknown id. Never throws. */
  vendor_kb_can_access(article: ArticleRef, viewer?: ViewerRef): Promise<boolean>;
  /** Returns whether a viewer may see a category: all its ancestors must allow it. Never throws. */
  vendor_kb_can_access_category(category: CategoryRef | number, viewer?: ViewerRef): Promise<boolean>;
  /**
   * Returns the teaser of an article; null for viewers who may read it, and if there is no teaser.
   * @param options `words` overrides the rule's word count; `format: 'text'` returns plain text
   */
  vendor_kb_get_teaser(
    article: ArticleRef,
    options?: { readonly words?: number; readonly format?: 'html' | 'text'; readonly viewer?: ViewerRef },
  ): Promise<SafeHtml | null>;
  /** Returns the restricted message of the rule, of a category or of the site, or the built-in one. */
  vendor_kb_get_restricted_message(target: ArticleRef | CategoryRef, viewer?: ViewerRef): Promise<SafeHtml>;
  /**
   * Returns the whole response for a restricted page, including the form that unlocks it. With `embed`, or outside a
   * page request, it contains only the page content.
   */
  vendor_kb_render_restricted_view(
    target: ArticleRef | CategoryRef,
    viewer?: ViewerRef,
    options?: { readonly embed?: boolean },
  ): Promise<RestrictedView>;
}

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
