import type { OwnedHooks } from '../../../../hooks.js';

/** Article or category that a permalink points to. */
export interface PermalinkTarget {
  readonly type: 'article' | 'category';
  readonly id: number;
  /** BCP 47 tag in lower case. */
  readonly locale: string;
  /** Path below the knowledge base and its locale, e.g. `guides/start`. */
  readonly path: string;
}

declare module '../../../../index.js' {
  interface Filters {
    /**
     * Filters the URL of an article or a category wherever it is output. That includes REST responses, pages and
     * their metadata, navigation, search results, suggestions, reports, emails and the live page of an export.
     * Receives an absolute URL; return another http or https URL, or a path of this site that starts with a slash.
     * Anything else is logged as an error and the URL stays unchanged. Routing does not change: redirects, forms and
     * import matching ignore the filter, so make sure the returned URL leads to the page. Runs for every link on a
     * page, so it must be fast.
     */
    vendor_kb_permalink(link: string, target: PermalinkTarget): string;
  }
}

/** Defines the permalink hook. */
export function definePermalinkHooks({ define }: OwnedHooks): void {
  define('vendor_kb_permalink', { since: '0.1.0', onError: 'isolate', kind: 'filter', accepts: isAddress });
}

/**
 * Accepts an absolute URL or a path of this site. Browsers read `//` and `/\` as another host, and drop line breaks
 * and tabs before parsing.
 */
function isAddress(value: unknown): boolean {
  if (typeof value !== 'string' || /[\s\p{Cc}]/u.test(value)) return false;
  return /^\/(?![/\\])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value));
}
