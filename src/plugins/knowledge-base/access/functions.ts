import { plainText } from '../../../blocks.js';
import {
  type CurrentHost,
  currentHost,
  escapeHtml,
  type PageRequest,
  type PluginContext,
  type SafeHtml,
  safeHtml,
  type User,
} from '../../../index.js';
import type { Article } from '../article.js';
import type { Category } from '../category-tree.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { restrictedFragment, restrictedPage } from '../pages/restricted.js';
import { kbCatalogues } from '../strings/catalogues.js';
import { type EffectiveAccess, UNKNOWN, UNSHARED } from './effective.js';
import { targetOf } from './target.js';
import { type KbViewer, viewerOfAccount } from './viewer.js';

/** An article: itself, or its id. */
export type ArticleRef =
  | number
  | Pick<Article, 'id' | 'categoryIds'>
  | { readonly type: 'article'; readonly id: number };
/** A category: itself, or what says that the id is one. */
export type CategoryRef = Pick<Category, 'id' | 'path'> | { readonly type: 'category'; readonly id: number };
/** Who reads: somebody, or nobody in particular (`null`); left out, whoever makes the current request. */
export type ViewerRef = User | null | undefined;

/** What stands in place of a restricted page. */
export interface RestrictedView {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly html: string;
}

/**
 * Who may read what, for code of others. Without a viewer they mean whoever makes the request that is being answered,
 * with what that visitor unlocked; outside of a request they mean a stranger.
 */
export interface AccessFunctions {
  /** Everything there is to know; the others are views on it. What is not there is closed, with the status 404. */
  vendor_kb_get_effective_access(target: ArticleRef | CategoryRef, viewer?: ViewerRef): Promise<EffectiveAccess>;
  /** Whether somebody may read an article; no for an id that is none. Never throws. */
  vendor_kb_can_access(article: ArticleRef, viewer?: ViewerRef): Promise<boolean>;
  /** Whether somebody may see a category: every one above it has to let them in. Never throws. */
  vendor_kb_can_access_category(category: CategoryRef | number, viewer?: ViewerRef): Promise<boolean>;
  /**
   * The beginning of an article for somebody who may not read all of it; null for who may, and where no teaser is given.
   * @param options `words` in place of the rule's number; `format: 'text'` without markup
   */
  vendor_kb_get_teaser(
    article: ArticleRef,
    options?: { readonly words?: number; readonly format?: 'html' | 'text'; readonly viewer?: ViewerRef },
  ): Promise<SafeHtml | null>;
  /** What is said in its place: the words of its rule, of a category, of the site, or ours. */
  vendor_kb_get_restricted_message(target: ArticleRef | CategoryRef, viewer?: ViewerRef): Promise<SafeHtml>;
  /**
   * The whole answer in its place, with the form that opens it. With `embed`, and outside of a request for a page, only
   * what belongs into a page.
   */
  vendor_kb_render_restricted_view(
    target: ArticleRef | CategoryRef,
    viewer?: ViewerRef,
    options?: { readonly embed?: boolean },
  ): Promise<RestrictedView>;
}

/** @param knowledgeBase asked for with each call, since it has these functions itself */
export function createAccessFunctions(context: PluginContext, knowledgeBase: () => KnowledgeBase): AccessFunctions {
  function viewerOf(viewer: ViewerRef): KbViewer {
    const request = viewer === undefined ? requestOf() : null;
    if (request) return knowledgeBase().access.viewerOf(request);
    return viewerOfAccount(context.access, viewer ?? null);
  }

  /** Always as it is in the database, whatever the caller holds in hands. */
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
      context.log.error({ err: error }, 'Access could not be asked for: it counts as closed');
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

/** The request that is being answered, or null. */
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
