import type { SourceLink } from './source-link.js';

/** Link of Obsidian: `[[Page]]`, `[[Page#Heading|text]]` or `![[image.png|300]]`. */
const LINK = /(!?)\[\[(?!(?:toc|TOC|_TOC_)\]\])([^\s[\]|][^[\]|\r\n]{0,300})(?:\|([^[\]\r\n]{0,300}))?\]\](?!\()/g;
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico)$/i;
const FILE = /\.(?!md$)[a-z][a-z0-9]{1,4}$/i;
const SIZE = /^\d{1,5}(?:x\d{1,5})?$/;

/** Finds the wiki links of a text without code. The text of another page, embedded as `![[Page]]`, is no link. */
export function wikiLinks(masked: string): SourceLink[] {
  return [...masked.matchAll(LINK)].flatMap((match): SourceLink[] => {
    const [whole, embed = '', target = '', alias = ''] = match;
    // In tables, the bar is escaped.
    const destination = target.replace(/\\$/, '').trim();
    const isImage = embed !== '' && IMAGE.test(destination);
    if (isEmbeddedPage(embed, destination)) return [];
    const label = isImage && SIZE.test(alias.trim()) ? '' : alias.trim();
    const text = label || labelOf(destination, isImage);
    const kind = embed === '' ? 'page' : 'asset';
    return [
      { offset: match.index, length: whole.length, destination, kind, form: isImage ? 'wiki_image' : 'wiki', text },
    ];
  });
}

/** Returns whether a wiki link shows the text of another page. */
export function isEmbeddedPage(embed: string, destination: string): boolean {
  return embed !== '' && !FILE.test(destination);
}

/** Text that Obsidian shows: "Page > Heading", or the name of a file. */
function labelOf(destination: string, isImage: boolean): string {
  if (isImage) return (destination.split('/').at(-1) ?? '').replace(IMAGE, '');
  return destination.split('#').filter(Boolean).join(' > ');
}
