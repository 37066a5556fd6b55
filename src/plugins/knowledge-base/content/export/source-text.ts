import path from 'node:path';
import type { ContentFormat } from '../../../../content.js';
import { decodePath } from '../import/address.js';
import { isSameTitle, titleHeading } from '../import/constructs/title-heading.js';
import { type Rewrite, restoreLinks, rewriteLinks } from '../import/links/rewrite-links.js';
import { scanLinks } from '../import/links/scan-links.js';
import { hashOf, type SourceRecord } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { FilePlace, Places } from './places.js';
import type { TreeMedia } from './tree-media.js';

/**
 * Restores the text as its source had it, byte for byte. If it was changed or written here, links to pages of this
 * knowledge base become links between files; with `media`, so do links to its images and attachments.
 * @returns the text, and whether it is that of the source
 */
export async function sourceText(
  { kb, places, media }: { kb: KnowledgeBase; places: Places; media: TreeMedia | null },
  { title, text, format }: { readonly title: string; readonly text: string; readonly format: ContentFormat },
  record: SourceRecord | null,
  from: FilePlace,
): Promise<{ readonly body: string; readonly isSource: boolean }> {
  // Texts from other formats, such as WordPress, have no source that a Markdown file could repeat.
  const isSameFile = from.key === from.row?.path;
  const rewrites = isSameFile && record?.rewrites && hashOf(text) === record.writtenHash ? record.rewrites : null;
  if (rewrites && !media) return { body: await restored(text, rewrites, title), isSource: true };
  const originals = new Map(rewrites?.map(([offset, , original]) => [offset, original]));
  const targets = [];
  let isAsRead = true;
  for (const link of scanLinks(text, format)) {
    const original = originals.get(link.offset) ?? null;
    const href = await hrefOf(link.destination, original);
    if (href === null) continue;
    if (href !== original) isAsRead = false;
    targets.push({ link, href });
  }
  return rewrites && isAsRead
    ? { body: await restored(text, rewrites, title), isSource: true }
    : { body: rewriteLinks(text, targets).text, isSource: false };

  async function hrefOf(destination: string, original: string | null): Promise<string | null> {
    const file = await mediaOf(destination, original);
    if (file !== null) return file;
    if (original !== null) return original;
    const page = await fileOf(kb, places, destination);
    return page && relative(from, page.place) + page.fragment;
  }

  async function mediaOf(destination: string, original: string | null): Promise<string | null> {
    const home = new URL(kb.links.url(kb.site.locale));
    if (!media || !/^(?:\/|https?:)/i.test(destination) || !URL.canParse(destination, home)) return null;
    const url = new URL(destination, home);
    return url.origin === home.origin ? media.linkTo(url, from, original) : null;
  }
}

/**
 * Restores the text of a file, without the heading that an import took as the title if the title has changed since:
 * the front matter has the new one.
 */
async function restored(text: string, rewrites: readonly Rewrite[], title: string): Promise<string> {
  const source = restoreLinks(text, rewrites);
  const heading = await titleHeading(source);
  if (!heading || isSameTitle(heading.title, title) || !isTakenOut(heading, rewrites)) return source;
  return source.slice(0, heading.offset) + source.slice(heading.offset + heading.length);
}

/** Whether a part of the restored text comes from one rewrite, so the stored text does not have it. */
function isTakenOut(part: { readonly offset: number; readonly length: number }, rewrites: readonly Rewrite[]): boolean {
  let grown = 0;
  return rewrites.some(([offset, length, original]) => {
    const start = offset + grown;
    grown += original.length - length;
    return start <= part.offset && part.offset + part.length <= start + original.length;
  });
}

/** Finds the file of the page that a link leads to, if it belongs to this knowledge base. */
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
