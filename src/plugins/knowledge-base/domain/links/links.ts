import type { Site } from '../../../../index.js';

/** URLs of the knowledge base's pages. */
export interface Links {
  /** Mount path of the knowledge base, e.g. `/kb`. */
  readonly base: string;
  /** Returns the path of a page for links in pages: `path` in `locale`. */
  href(locale: string, path?: string): string;
  /** Returns the absolute URL of a page. */
  url(locale: string, path?: string): string;
  /**
   * Splits a path below the mount into locale and path, `''` for the home page.
   * Segments beyond {@link MAX_PATH_SEGMENTS} are dropped: no page is that deep.
   */
  parse(path: string, locales: ReadonlySet<string>): { locale: string; path: string };
}

/** Maximum path segments parsed. Categories nest ten deep; old URLs of imported sites may be deeper. */
export const MAX_PATH_SEGMENTS = 32;

/** Creates the links. The default locale has no prefix: `/kb/guides/start`, `/kb/fr/guides/debut`. */
export function createLinks(site: Site, base: string): Links {
  function pagePath(locale: string, path: string): string {
    const segments = [...(locale === site.locale ? [] : [locale]), ...path.split('/').filter((part) => part !== '')];
    return [base, ...segments.map(encodeURIComponent)].join('/');
  }
  return {
    base,
    href: (locale, path = '') => site.href(pagePath(locale, path)),
    url: (locale, path = '') => site.url(pagePath(locale, path)),
    parse(path, locales) {
      const segments = path
        .normalize('NFC')
        .split('/')
        .filter((part) => part !== '')
        .slice(0, MAX_PATH_SEGMENTS + 1);
      const first = segments[0]?.toLowerCase() ?? '';
      const isLocale = first !== site.locale && locales.has(first);
      return { locale: isLocale ? first : site.locale, path: segments.slice(isLocale ? 1 : 0).join('/') };
    },
  };
}

/** Adds query parameters to a URL. Page 1 is left out. */
export function pageLink(link: string, parameters: Readonly<Record<string, string>>, page: number): string {
  const query = new URLSearchParams({ ...parameters, ...(page > 1 ? { page: String(page) } : {}) }).toString();
  if (query === '') return link;
  const [address = '', ...fragment] = link.split('#');
  return [`${address}${address.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#');
}
