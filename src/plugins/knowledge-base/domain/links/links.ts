import { plainText } from '../../../../blocks.js';
import type { Database, Selectable } from '../../../../database.js';
import type { Site, Tables } from '../../../../index.js';

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

/** Maximum links stored per text. A text with more is a list of links. */
const MAX_LINKS = 1000;

const MAX_LENGTH = 2000;

/** Rows per statement. */
const AT_ONCE = 100;

/**
 * Returns the distinct URLs that a rendered text links to or embeds, in order. Fragments within the text are left
 * out.
 */
export function linksOf(html: string): string[] {
  const found = new Set<string>();
  for (const [, , value = ''] of html.matchAll(/\s(href|src)="([^"]*)"/g)) {
    const address = plainText(value);
    if (address !== '' && !address.startsWith('#') && address.length <= MAX_LENGTH) found.add(address);
    if (found.size === MAX_LINKS) break;
  }
  return [...found];
}

/**
 * Stores a text's links in the saving transaction and keeps check results of existing links.
 * @param isNew true if there are no links to replace
 */
export async function saveLinks(db: Database, articleId: number, html: string, isNew: boolean): Promise<void> {
  const existing = isNew ? new Map<string, LinkRow>() : await takeLinks(db, articleId);
  const unseen = { article_id: articleId, kind: '', target_id: 0, is_broken: 0, checked_at: null };
  const rows = linksOf(html).map((href, position) => ({ ...(existing.get(href) ?? unseen), position, href }));
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await db.query
      .insertInto('kb_links')
      .values(rows.slice(start, start + AT_ONCE))
      .execute();
  }
}

type LinkRow = Selectable<Tables['kb_links']>;

async function takeLinks(db: Database, articleId: number): Promise<ReadonlyMap<string, LinkRow>> {
  const rows = await db.query.selectFrom('kb_links').selectAll().where('article_id', '=', articleId).execute();
  await db.query.deleteFrom('kb_links').where('article_id', '=', articleId).execute();
  return new Map(rows.map((row) => [row.href, row]));
}
