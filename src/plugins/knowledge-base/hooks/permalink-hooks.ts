import type { OwnedHooks } from '../../../index.js';

/** What an address is of. */
export interface PermalinkTarget {
  readonly type: 'article' | 'category';
  readonly id: number;
  /** BCP 47, lower case. */
  readonly locale: string;
  /** Below the knowledge base and its locale, e.g. `guides/start`. */
  readonly path: string;
}

declare module '../../../index.js' {
  interface Filters {
    /**
     * The address of an article or a category as it is given to people and machines: in answers, pages and their
     * metadata, navigation, search hits, suggestions, reports and mails, and as the live page of an export. It is given an
     * absolute address and may return another one of http or https, or a path of this site that begins with a slash;
     * anything else is an error in the log, and the address stays as it was. Requests are answered where they were:
     * redirects of old addresses, forms and what imports find pages by know nothing of it, so whoever gives out another
     * address sees that it leads to the page. It runs for each link of a page, so it has to be quick.
     */
    vendor_kb_permalink(link: string, target: PermalinkTarget): string;
  }
}

/** Changes where links lead. */
export function definePermalinkHooks({ define }: OwnedHooks): void {
  define('vendor_kb_permalink', { since: '0.1.0', onError: 'isolate', kind: 'filter', accepts: isAddress });
}

/**
 * An absolute address, or a path of this site. A browser reads two slashes, also one of them backwards, as another host,
 * and leaves out line breaks and tabs before it looks.
 */
function isAddress(value: unknown): boolean {
  if (typeof value !== 'string' || /[\s\p{Cc}]/u.test(value)) return false;
  return /^\/(?![/\\])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value));
}
