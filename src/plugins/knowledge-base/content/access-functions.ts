import type { User } from '../../../index.js';
import { currentHost } from '../../../index.js';
import type { SafeHtml } from '../../../pages.js';
import type { EffectiveAccess } from '../domain/access/effective.js';
import type { Article } from '../domain/articles/article.js';
import type { Category } from '../domain/categories/category-tree.js';

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

const current = (): AccessFunctions => currentHost().plugin('knowledge-base');

/**
 * Access functions for code without a host reference. They use the host of the current request.
 * @throws HostError `no_current_host` outside a request; use the same functions of the plugin's API there
 */
export const vendor_kb_get_effective_access: AccessFunctions['vendor_kb_get_effective_access'] = async (...args) =>
  current().vendor_kb_get_effective_access(...args);
/** Returns whether a viewer may read an article; false for an unknown id. */
export const vendor_kb_can_access: AccessFunctions['vendor_kb_can_access'] = async (...args) =>
  current().vendor_kb_can_access(...args);
/** Returns whether a viewer may see a category: all its ancestors must allow it. */
export const vendor_kb_can_access_category: AccessFunctions['vendor_kb_can_access_category'] = async (...args) =>
  current().vendor_kb_can_access_category(...args);
/** Returns the teaser of an article; null for viewers who may read it, and if there is no teaser. */
export const vendor_kb_get_teaser: AccessFunctions['vendor_kb_get_teaser'] = async (...args) =>
  current().vendor_kb_get_teaser(...args);
/** Returns the restricted message of the rule, of a category or of the site, or the built-in one. */
export const vendor_kb_get_restricted_message: AccessFunctions['vendor_kb_get_restricted_message'] = async (...args) =>
  current().vendor_kb_get_restricted_message(...args);
/** Returns the whole response for a restricted page, including the form that unlocks it. */
export const vendor_kb_render_restricted_view: AccessFunctions['vendor_kb_render_restricted_view'] = async (...args) =>
  current().vendor_kb_render_restricted_view(...args);
