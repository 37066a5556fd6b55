import path from 'node:path';
import type { Site } from '../../../../../index.js';
import { trimTrailingSlashes } from '../../../../../utilities.js';
import { decodePath } from '../../../content/import/address.js';
import type { Category } from '../../../domain/categories/category-tree.js';
import type { Links } from '../../../domain/links/links.js';
import { pageLink } from '../../../domain/links/links.js';
import type { Permalinks } from '../../../domain/links/permalinks.js';

/** Members of an article that determine its file. */
export interface PlacedArticle {
  readonly id: number;
  readonly locale: string;
  /** Path below the knowledge base. */
  readonly path: string;
}

/** Files of a static site by the URLs of their pages on the live site. */
export interface SitePlaces {
  addHome(locale: string): string;
  /** @param page page of the category's article list, starting at 1 */
  addCategory(category: Pick<Category, 'id' | 'locale' | 'path'>, page: number): string;
  addArticle(article: PlacedArticle): string;
  /**
   * Finds the file of a page; undefined if it is not part of the export.
   * @param pathname URL path as written in links
   */
  find(pathname: string, page?: number): string | undefined;
  /** Finds the file of a page by a URL that a plugin assigned, including the page number. */
  findPermalink(href: string): string | undefined;
}

/** Maximum length of a file name in bytes. Common systems allow 255. */
const MAX_NAME_BYTES = 200;
/** Reserved device names on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** Services that resolve the URLs of pages, including filtered permalinks. */
export interface Addresses {
  readonly links: Pick<Links, 'href'>;
  readonly permalinks: Pick<Permalinks, 'hrefOf' | 'isFiltered'>;
  readonly site: Pick<Site, 'locale' | 'origin'>;
}

/** @param root path of the category exported as the home page; empty for the whole knowledge base */
export function createSitePlaces({ links, permalinks, site }: Addresses, root = ''): SitePlaces {
  const files = new Map<string, string>();
  /** Files by absolute URL. */
  const others = new Map<string, string>();
  const usedPaths = new Set<string>();

  function keyOf(pathname: string, page = 1): string {
    const plain = trimTrailingSlashes(decodePath(pathname).normalize('NFC'));
    return page > 1 ? `${plain}?${page}` : plain;
  }

  /** Case-insensitive, because some file systems do not distinguish case. */
  function claim(folder: string, name: string): string {
    for (let number = 1; ; number += 1) {
      const file = path.posix.join(folder, `${name}${number === 1 ? '' : `-${number}`}.html`);
      const key = file.toLowerCase();
      if (usedPaths.has(key)) continue;
      usedPaths.add(key);
      return file;
    }
  }

  /** Folder for a path of a locale, below the root. */
  function folderOf(locale: string, below: string): string {
    const inside = root === '' ? below : below.slice(root.length);
    const segments = inside.split('/').filter((segment) => segment !== '');
    return [...(locale === site.locale ? [] : [locale]), ...segments.map(fileName)].join('/');
  }

  function addPermalink(href: string, file: string): void {
    others.set(new URL(href, site.origin).href, file);
  }

  return {
    addHome(locale) {
      const file = claim(folderOf(locale, root), 'index');
      files.set(keyOf(links.href(locale)), file);
      return file;
    },
    addCategory({ id, locale, path: below }, page) {
      const isFirst = below === root && page === 1;
      const first = isFirst ? files.get(keyOf(links.href(locale))) : undefined;
      const file = first ?? claim(folderOf(locale, below), page === 1 ? 'index' : `index-page-${page}`);
      files.set(keyOf(links.href(locale, below), page), file);
      if (permalinks.isFiltered()) {
        addPermalink(pageLink(permalinks.hrefOf('category', id, locale, below), {}, page), file);
      }
      return file;
    },
    addArticle({ id, locale, path: below }) {
      const segments = below.split('/');
      const name = fileName(segments.pop() ?? '');
      const file = claim(folderOf(locale, segments.join('/')), name);
      files.set(keyOf(links.href(locale, below)), file);
      if (permalinks.isFiltered()) addPermalink(permalinks.hrefOf('article', id, locale, below), file);
      return file;
    },
    findPermalink: (href) =>
      others.size > 0 && URL.canParse(href, site.origin) ? others.get(new URL(href, site.origin).href) : undefined,
    find: (pathname, page) => files.get(keyOf(pathname, page)),
  };
}

/** Converts a slug (letters, digits and `-_.`) to a name that every file system accepts. */
function fileName(slug: string): string {
  let name = slug.toLowerCase();
  while (Buffer.byteLength(name) > MAX_NAME_BYTES) name = [...name].slice(0, -1).join('');
  return DEVICE.test(name) ? `-${name}` : name;
}
