import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import { isSafeHtml, type SafeHtml } from '../../../../pages.js';
import { onPage } from '../accepts.js';
import type { Article } from '../articles/article.js';
import type { EffectiveAccess } from './effective.js';
import type { Teaser } from './rule.js';

/** Article or category that an access decision is about, reduced to the members that rules read. */
export type AccessTarget =
  | ({ readonly type: 'article' } & Pick<Article, 'id' | 'authorId' | 'categoryIds' | 'status'>)
  | { readonly type: 'category'; readonly id: number };

/** Viewer in hooks about access. Null is a visitor without an account. */
export interface AccessContext {
  readonly viewer: User | null;
}

declare module '../../../../index.js' {
  interface Actions {
    /** A visitor was denied access to an article or a category. */
    vendor_kb_access_denied(
      target: AccessTarget,
      access: EffectiveAccess,
      context: AccessContext,
    ): void | Promise<void>;
    /** A visitor entered the correct password of an article or a category. */
    vendor_kb_unlocked(target: AccessTarget, context: AccessContext): void | Promise<void>;
  }
  interface Filters {
    /**
     * Filters the access decision that lists, pages, search and REST rely on, after the rules were evaluated. Not
     * called for users who manage access or for authors of their own articles. While a callback is registered, every
     * list checks each article individually, which is slower than the rules. Fails closed: an error in a callback
     * denies access.
     */
    vendor_kb_effective_access(
      access: EffectiveAccess,
      target: AccessTarget,
      context: AccessContext,
    ): EffectiveAccess | Promise<EffectiveAccess>;
    /** Filters the same decision as a boolean, for articles only. */
    vendor_kb_can_access(
      allowed: boolean,
      article: AccessTarget & { readonly type: 'article' },
      context: AccessContext,
    ): boolean | Promise<boolean>;
    /** Filters the teaser shown to visitors who may not read an article. */
    vendor_kb_teaser(
      teaser: SafeHtml,
      article: Article,
      context: { readonly teaser: Teaser },
    ): SafeHtml | Promise<SafeHtml>;
    /** Filters the message shown in place of a restricted article or category. */
    vendor_kb_restricted_message(
      message: SafeHtml,
      target: AccessTarget,
      context: AccessContext & { readonly access: EffectiveAccess },
    ): SafeHtml | Promise<SafeHtml>;
  }
}

export function defineAccessHooks({ define }: OwnedHooks): void {
  const gate = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  const action = { kind: 'action', since: '0.1.0', async: 'allowed', decorating: true } as const;
  define('vendor_kb_effective_access', { ...gate, accepts: isAccess });
  define('vendor_kb_can_access', { ...gate, accepts: (value) => typeof value === 'boolean' });
  define('vendor_kb_teaser', { ...onPage, kind: 'filter', accepts: isSafeHtml });
  define('vendor_kb_restricted_message', { ...onPage, kind: 'filter', accepts: isSafeHtml });
  define('vendor_kb_access_denied', action);
  define('vendor_kb_unlocked', action);
}

function isAccess(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'allowed' in value && typeof value.allowed === 'boolean';
}
