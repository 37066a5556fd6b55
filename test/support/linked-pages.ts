import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { walkFolder } from '../../src/plugins/knowledge-base/content/import/walk-folder.js';

/** Files and links of a static site, found independently of its export code. */
export interface LinkedPages {
  readonly files: readonly string[];
  /** `page -> reference` of broken links: no file or no element of a page. */
  readonly dead: readonly string[];
  /** Files that no page links to. */
  readonly unlinked: readonly string[];
  /** URLs of other sites. */
  readonly external: ReadonlySet<string>;
}

const REFERENCE = /<[a-z][^>]*?\s(?:href|src|poster|action)="([^"]*)"/g;

/** Follows every relative link of every page, as a browser does for local files. */
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
