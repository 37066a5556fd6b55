import type { OwnedHooks } from '../../../../hooks.js';
import { onPage } from '../../domain/accepts.js';

/** Page listed in the sitemap. */
export interface SitemapEntry {
  /** Absolute URL. */
  readonly link: string;
  /** Time of the last change; null if unknown. */
  readonly modified: Date | null;
}

declare module '../../../../index.js' {
  interface Filters {
    /**
     * Filters the pages listed in one file of the sitemap. The file `pages` holds home pages and categories; `1` and
     * up hold 5,000 articles each. The sitemap is public, so add only public pages.
     */
    vendor_kb_sitemap_entries(
      entries: SitemapEntry[],
      context: { readonly file: string },
    ): SitemapEntry[] | Promise<SitemapEntry[]>;
    /** Filters `llms.txt` of a locale, in Markdown. The file is public. */
    vendor_kb_llms_txt(text: string, context: { readonly locale: string }): string | Promise<string>;
  }
}

/** Defines the hooks of the sitemap and `llms.txt`. */
export function defineSyndicationHooks({ define }: OwnedHooks): void {
  define('vendor_kb_sitemap_entries', { ...onPage, kind: 'filter', accepts: isSitemap });
  define('vendor_kb_llms_txt', { ...onPage, kind: 'filter', accepts: (value) => typeof value === 'string' });
}

function isSitemap(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry: Partial<SitemapEntry> | null) => {
      const isDate = entry?.modified instanceof Date && !Number.isNaN(entry.modified.getTime());
      return URL.canParse(entry?.link ?? '') && (entry?.modified === null || isDate);
    })
  );
}
