import { createWordSegmenter } from '../word-segments.js';

/** Options of {@link cutHtml}. @experimental */
export interface CutOptions {
  /** Maximum number of words kept. */
  readonly words: number;
  /** Whether to cut before the first heading that has text in front of it. */
  readonly firstSection: boolean;
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr', 'source', 'col']);
/** Elements that load a file which the viewer may not have access to. */
const LEFT_OUT = new Set(['img', 'source', 'picture', 'video', 'audio', 'iframe']);
const HEADING = /^h[1-6]$/;
/** Comments, tags and texts of sanitized HTML, in which every `<` and `>` of a text or an attribute is escaped. */
const TOKEN = /<!--.*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)(?:[^<>a-z0-9-][^<>]*)?>|[^<]+/gis;

/**
 * Cuts sanitized HTML to its beginning, between words and outside of tags. Closes every open tag, and drops images
 * and other media.
 */
export function cutHtml(html: string, { words, firstSection }: CutOptions): string {
  const open: string[] = [];
  let openHeadings = 0;
  let left = words;
  let result = '';
  let hasText = false;
  for (const [token, slash, name = ''] of html.matchAll(TOKEN)) {
    const tag = name.toLowerCase();
    if (token.startsWith('<!--') || LEFT_OUT.has(tag)) continue;
    if (tag === '') {
      const cut = firstWords(token, left);
      left -= cut.words;
      result += cut.text;
      // A leading heading is part of the section that it opens.
      if (cut.words > 0 && openHeadings === 0) hasText = true;
      if (cut.isCut) break;
    } else if (slash === '/') {
      if (open.at(-1) !== tag) continue;
      open.pop();
      if (HEADING.test(tag)) openHeadings -= 1;
      result += token;
    } else {
      if (HEADING.test(tag) && firstSection && hasText) break;
      result += token;
      if (HEADING.test(tag)) openHeadings += 1;
      if (!VOID.has(tag)) open.push(tag);
    }
  }
  const closing = open.toReversed().map((tag) => `</${tag}>`);
  return result.trimEnd() + closing.join('');
}

const wordSegments = createWordSegmenter();

/** Beginning of a text with entities, up to a maximum number of words. */
function firstWords(text: string, limit: number): { text: string; words: number; isCut: boolean } {
  let words = 0;
  for (const { isWordLike, index } of wordSegments(text.replace(/&[#\w]+;/g, maskEntity))) {
    if (!isWordLike) continue;
    if (words === limit) return { text: `${text.slice(0, index).trimEnd()}…`, words, isCut: true };
    words += 1;
  }
  return { text, words, isCut: false };
}

/** Masks an entity with a string of the same length, because an entity is not a word and must not be cut. */
function maskEntity(entity: string): string {
  return '.'.repeat(entity.length);
}
