import path from 'node:path';
import type { ContentFormat } from '../../../index.js';
import { decodePath } from '../import/address.js';
import { restoreLinks, rewriteLinks } from '../import/links/rewrite-links.js';
import { scanLinks } from '../import/links/scan-links.js';
import { hashOf, type SourceRecord } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { FilePlace, Places } from './places.js';

/**
 * The text as its source had it, byte for byte. Where it was changed or written here, links to pages of this knowledge
 * base become links from file to file.
 */
export async function sourceText(
  { kb, places }: { kb: KnowledgeBase; places: Places },
  text: string,
  format: ContentFormat,
  record: SourceRecord | null,
  from: FilePlace,
): Promise<string> {
  if (record?.rewrites && hashOf(text) === record.writtenHash) return restoreLinks(text, record.rewrites);
  const links = scanLinks(text, format);
  const targets = [];
  for (const link of links) {
    const file = await fileOf(kb, places, link.destination);
    if (file) targets.push({ link, href: relative(from, file.place) + file.fragment });
  }
  return rewriteLinks(text, targets).text;
}

/** The file of the page that a link leads to, if it is one of this knowledge base. */
async function fileOf(
  kb: KnowledgeBase,
  places: Places,
  destination: string,
): Promise<{ place: FilePlace; fragment: string } | null> {
  const home = new URL(kb.links.url(kb.site.locale));
  if (!/^(?:\/|https?:)/i.test(destination) || !URL.canParse(destination, home)) return null;
  const url = new URL(destination, home);
  if (url.origin !== home.origin || !`${url.pathname}/`.startsWith(`${home.pathname.replace(/\/$/, '')}/`)) return null;
  const tree = kb.categories.tree();
  const locales = new Set(tree.all().map((category) => category.locale));
  const below = decodePath(url.pathname.slice(home.pathname.replace(/\/$/, '').length));
  const { locale, path: page } = kb.links.parse(below, locales);
  const fragment = decodePath(url.hash).replace(/^#h-/, '#');
  const category = tree.byPath(locale, page);
  if (category) {
    const place = places.ofCategory(category);
    return place.isFile ? { place, fragment } : null;
  }
  const article = await kb.articles.byPath(locale, page);
  return article && article.status !== 'trash' ? { place: places.ofArticle(article), fragment } : null;
}

function relative(from: FilePlace, to: FilePlace): string {
  const at = (place: FilePlace): string => path.posix.join(place.tree.base, place.key);
  return path.posix.relative(path.posix.dirname(at(from)), at(to));
}
