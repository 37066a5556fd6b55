import type { Site } from '../../index.js';

/** Addresses of the knowledge base's pages. */
export interface Links {
  /** Where the knowledge base is mounted, e.g. `/kb`. */
  readonly base: string;
  /** For links in pages: path of the page of `path` in `locale`. */
  href(locale: string, path?: string): string;
  /** For clients elsewhere: the same with scheme and host. */
  url(locale: string, path?: string): string;
  /**
   * Splits a path below the mount into locale and path, `''` for the home page. Segments beyond
   * {@link MAX_PATH_SEGMENTS} are cut off: no page is that deep.
   */
  parse(path: string, locales: ReadonlySet<string>): { locale: string; path: string };
}

/** Segments of a path that are looked at. Categories nest ten deep; old addresses of imported sites may be deeper. */
export const MAX_PATH_SEGMENTS = 32;

/** The default locale has no prefix: `/kb/guides/start`, `/kb/fr/guides/debut`. */
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
