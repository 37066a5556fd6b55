import type { OwnedHooks } from '../../../index.js';
import { onPage } from './accepts.js';

/** A page that search engines are told of. */
export interface SitemapEntry {
  /** Absolute address. */
  readonly link: string;
  /** When it was last changed; null where nobody says. */
  readonly modified: Date | null;
}

declare module '../../../index.js' {
  interface Filters {
    /**
     * The pages that one file of the sitemap names: `pages` has first pages and categories, `1` and those that follow five
     * thousand articles each. They go to everybody, so whoever adds one sees that everybody may read it.
     */
    vendor_kb_sitemap_entries(
      entries: SitemapEntry[],
      context: { readonly file: string },
    ): SitemapEntry[] | Promise<SitemapEntry[]>;
    /** `llms.txt` of a locale, in Markdown. It goes to everybody. */
    vendor_kb_llms_txt(text: string, context: { readonly locale: string }): string | Promise<string>;
  }
}

/** What machines are given in place of pages. */
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
