import { isSafeHtml, type OwnedHooks, type SafeHtml, type User } from '../../../index.js';
import type { EffectiveAccess } from '../access/effective.js';
import type { Teaser } from '../access/rule.js';
import type { Article } from '../article.js';
import { onPage } from './accepts.js';

/** What access is asked about: an article or a category, as far as rules look at it. */
export type AccessTarget =
  | ({ readonly type: 'article' } & Pick<Article, 'id' | 'authorId' | 'categoryIds' | 'status'>)
  | { readonly type: 'category'; readonly id: number };

export interface AccessContext {
  readonly viewer: User | null;
}

declare module '../../../index.js' {
  interface Actions {
    /** Somebody asked for an article or a category and was not let in. */
    vendor_kb_access_denied(
      target: AccessTarget,
      access: EffectiveAccess,
      context: AccessContext,
    ): void | Promise<void>;
    /** Somebody gave the password of an article or a category. */
    vendor_kb_unlocked(target: AccessTarget, context: AccessContext): void | Promise<void>;
  }
  interface Filters {
    /**
     * Who may read what, after the rules and before everything that shows articles; those who manage access and authors
     * of their own articles are not asked about. With a callback here every list looks at each article by itself, which
     * is slower than the rules are. A callback that fails closes.
     */
    vendor_kb_effective_access(
      access: EffectiveAccess,
      target: AccessTarget,
      context: AccessContext,
    ): EffectiveAccess | Promise<EffectiveAccess>;
    /** The same as a yes or no, about articles alone. */
    vendor_kb_can_access(
      allowed: boolean,
      article: AccessTarget & { readonly type: 'article' },
      context: AccessContext,
    ): boolean | Promise<boolean>;
    /** What those are shown of an article who may not read it. */
    vendor_kb_teaser(
      teaser: SafeHtml,
      article: Article,
      context: { readonly teaser: Teaser },
    ): SafeHtml | Promise<SafeHtml>;
    /** What is said in its place. */
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
