import path from 'node:path';
import type { Site } from '../../../../index.js';
import { trimTrailingSlashes } from '../../../../index.js';
import type { Category } from '../../category-tree.js';
import { decodePath } from '../../import/address.js';
import type { Links } from '../../links.js';
import { pageLink } from '../../pages/visit.js';
import type { Permalinks } from '../../permalinks.js';

/** An article, as far as its place depends on it. */
export interface PlacedArticle {
  readonly id: number;
  readonly locale: string;
  /** Below the knowledge base. */
  readonly path: string;
}

/** The files of a static site, by the addresses that their pages have on the live one. */
export interface SitePlaces {
  addHome(locale: string): string;
  /** @param page of its list, the first of which is its own */
  addCategory(category: Pick<Category, 'id' | 'locale' | 'path'>, page: number): string;
  addArticle(article: PlacedArticle): string;
  /** The file of a page; undefined for what is not part of the export. @param pathname as links have it */
  find(pathname: string, page?: number): string | undefined;
  /** The same by the address that plugins have given a page, as links have it, with the number of its page in it. */
  findPermalink(href: string): string | undefined;
}

/** A file name has at most 255 bytes on common systems. */
const MAX_NAME_BYTES = 200;
/** What Windows takes for a device, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** What places are found by: the addresses of pages, and those that plugins make of them. */
export interface Addresses {
  readonly links: Pick<Links, 'href'>;
  readonly permalinks: Pick<Permalinks, 'hrefOf' | 'isFiltered'>;
  readonly site: Pick<Site, 'locale' | 'origin'>;
}

/** @param root path of a category that becomes the first page itself; empty for the whole knowledge base */
export function createSitePlaces({ links, permalinks, site }: Addresses, root = ''): SitePlaces {
  const files = new Map<string, string>();
  /** By absolute address. */
  const others = new Map<string, string>();
  const taken = new Set<string>();

  function keyOf(pathname: string, page = 1): string {
    const plain = trimTrailingSlashes(decodePath(pathname).normalize('NFC'));
    return page > 1 ? `${plain}?${page}` : plain;
  }

  /** Some systems take names for the same that differ in case alone. */
  function claim(folder: string, name: string): string {
    for (let number = 1; ; number += 1) {
      const file = path.posix.join(folder, `${name}${number === 1 ? '' : `-${number}`}.html`);
      const key = file.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return file;
    }
  }

  /** Folder of what lies at a path of a locale, below the root. */
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

/** Slugs are letters, digits and `-_.`; some of them no system takes for a name. */
function fileName(slug: string): string {
  let name = slug.toLowerCase();
  while (Buffer.byteLength(name) > MAX_NAME_BYTES) name = [...name].slice(0, -1).join('');
  return DEVICE.test(name) ? `-${name}` : name;
}
