import { escapeHtml } from '../../../../../pages.js';
import type { Insertion } from '../links/rewrite-links.js';

/** Image of the exported site, as a gallery shows it. */
export interface GalleryImage {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}

/** Images that shortcodes refer to. */
export interface ShortcodeImages {
  /** @param id post id of the attachment */
  byId(id: string): GalleryImage | undefined;
  /** Images uploaded to the post, in order. */
  readonly attached: readonly GalleryImage[];
}

const SHORTCODE = /\[(caption|wp_caption|gallery|embed|audio|video)\b([^[\]]{0,2000})\]/g;
const ATTRIBUTE = /(?<![\w-])([\w-]{1,40})\s{0,5}=\s{0,5}(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"'\]]{1,1000}))/g;
/** End of the image in a caption: a link or an image. */
const IMAGE_END = /<\/a>|<img\b[^<>]{0,4000}>/i;
const SOURCES = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'mp4', 'm4v', 'webm', 'ogv'] as const;

/**
 * Converts the shortcodes of WordPress that HTML can express: captions and galleries become figures, and embedded
 * media become links. Others stay, and the report lists them.
 * @see https://codex.wordpress.org/Shortcode
 */
export function convertShortcodes(text: string, images: ShortcodeImages): Insertion[] {
  if (!text.includes('[')) return [];
  const edits: Insertion[] = [];
  for (const { 0: whole, 1: name = '', 2: rawAttributes = '', index } of text.matchAll(SHORTCODE)) {
    // `[[gallery]]` shows the shortcode.
    if (text[index - 1] === '[') continue;
    const attributes = attributesOf(rawAttributes);
    const after = index + whole.length;
    if (name === 'gallery') edits.push(...gallery(index, whole.length, attributes, images));
    else if (name === 'embed') edits.push(...embed(text, index, after));
    else if (name.endsWith('caption')) edits.push(...caption(text, index, after, name, attributes));
    else edits.push(...media(text, index, after, name, attributes));
  }
  return edits;
}

type Attributes = ReadonlyMap<string, string>;

function attributesOf(text: string): Attributes {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', one, other, bare]) => [
      name.toLowerCase(),
      one ?? other ?? bare ?? '',
    ]),
  );
}

function caption(text: string, start: number, after: number, name: string, attributes: Attributes): Insertion[] {
  const closing = `[/${name}]`;
  const end = text.indexOf(closing, after);
  if (end === -1) return [];
  const inside = text.slice(after, end);
  const align = /^align(?:left|right|center|none)$/.exec(attributes.get('align') ?? '')?.[0] ?? 'alignnone';
  const opening = { offset: start, length: after - start, text: `<figure class="wp-caption ${align}">` };
  // Older texts have the caption as an attribute.
  const written = attributes.get('caption');
  if (written !== undefined) {
    const ending = `<figcaption>${written}</figcaption></figure>`;
    return [opening, { offset: end, length: closing.length, text: ending }];
  }
  const link = /<a\b/i.test(inside) ? inside.toLowerCase().indexOf('</a>') + '</a>'.length : -1;
  const image = link > '</a>'.length - 1 ? link : endOfImage(inside);
  const ending = { offset: end, length: closing.length, text: '</figcaption></figure>' };
  return [opening, { offset: after + image, text: '<figcaption>' }, ending];
}

function endOfImage(inside: string): number {
  const image = IMAGE_END.exec(inside);
  return image ? image.index + image[0].length : 0;
}

function gallery(offset: number, length: number, attributes: Attributes, images: ShortcodeImages): Insertion[] {
  const ids = attributes.get('ids') ?? attributes.get('include');
  const selected = ids === undefined ? images.attached : ids.split(',').flatMap((id) => images.byId(id.trim()) ?? []);
  if (selected.length === 0) return [];
  const figureBlocks = selected.map(({ url, alt, caption: text }) => {
    const below = text === '' ? '' : `<figcaption>${escapeHtml(text)}</figcaption>`;
    return `<figure class="wp-block-image"><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" />${below}</figure>`;
  });
  return [{ offset, length, text: `<figure class="wp-block-gallery">${figureBlocks.join('')}</figure>` }];
}

function embed(text: string, start: number, after: number): Insertion[] {
  const closing = '[/embed]';
  const end = text.indexOf(closing, after);
  const url = end === -1 ? '' : text.slice(after, end).trim();
  if (!/^https?:\/\/[^\s<>"]+$/.test(url)) return [];
  return [{ offset: start, length: end + closing.length - start, text: linkTo(url) }];
}

function media(text: string, start: number, after: number, name: string, attributes: Attributes): Insertion[] {
  const url = SOURCES.map((source) => attributes.get(source)).find((value) => value !== undefined) ?? '';
  if (!/^(?:https?:\/)?\/[^\s<>"]+$/.test(url)) return [];
  const closing = `[/${name}]`;
  const isClosed = text.startsWith(closing, after);
  return [{ offset: start, length: after - start + (isClosed ? closing.length : 0), text: linkTo(url) }];
}

function linkTo(url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}
