import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { walkFolder } from '../../src/plugins/knowledge-base/import/walk-folder.js';

/** What a static site has and refers to, found by other means than those that wrote it. */
export interface LinkedPages {
  readonly files: readonly string[];
  /** `page -> reference` of what leads nowhere: to no file, or to no element of a page. */
  readonly dead: readonly string[];
  /** Files that no page refers to. */
  readonly unlinked: readonly string[];
  /** Addresses of other sites. */
  readonly external: ReadonlySet<string>;
}

const REFERENCE = /<[a-z][^>]*?\s(?:href|src|poster|action)="([^"]*)"/g;

/** Follows every relative reference of every page, as a browser does that opened it from the disk. */
export async function checkLinks(folder: string): Promise<LinkedPages> {
  const { files } = await walkFolder(folder);
  const pages = files.filter((file) => file.endsWith('.html'));
  const texts = new Map<string, string>();
  for (const page of pages) texts.set(page, await readFile(path.join(folder, page), 'utf8'));
  const present = new Set(files);
  const linked = new Set(['index.html']);
  const dead: string[] = [];
  const external = new Set<string>();
  for (const [page, text] of texts) {
    for (const [, raw = ''] of text.matchAll(REFERENCE)) {
      const reference = raw.replaceAll('&amp;', '&');
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(reference)) {
        external.add(reference);
        continue;
      }
      const url = new URL(reference, `file:///${page.split('/').map(encodeURIComponent).join('/')}`);
      const file = decodeURIComponent(url.pathname.slice(1));
      const target = texts.get(file);
      const id = decodeURIComponent(url.hash.slice(1));
      const hasId = id === '' || target?.includes(` id="${id}"`) === true;
      if (!present.has(file) || !hasId || reference.startsWith('/') || url.search !== '')
        dead.push(`${page} -> ${reference}`);
      if (file !== page) linked.add(file);
    }
  }
  return { files, dead, external, unlinked: files.filter((file) => !linked.has(file)) };
}
