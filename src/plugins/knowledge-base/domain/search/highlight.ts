import { escapeHtml } from '../../../../pages.js';
import { type Analyzer, createAnalyzer } from './analyzer.js';
import { boundaryAfter, boundaryBefore } from './boundaries.js';
import { fold } from './fold.js';
import { isSegmented } from './tokenize.js';
import { variantOf, variantsOf } from './variants.js';

/** Piece of an article's plain text with the matched words marked. */
export interface Highlight {
  /** Escaped text with `<mark>` around the matched words. */
  html: string;
  text: string;
  /** Matched words in `text`, in UTF-16 code units, ordered and not overlapping. */
  ranges: [start: number, length: number][];
}

export interface Highlighter {
  /** Highlights the whole text. */
  title(text: string, matched: readonly string[]): Highlight;
  /**
   * Picks the piece with the most distinct matched words, the earliest of equals, or the beginning if there are
   * none. Always a substring of the text, cut between words where possible.
   * @param length maximum length in UTF-16 code units
   * @default 200
   */
  snippet(text: string, matched: readonly string[], length?: number): Highlight;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

const defaultLength = 200;
/** Number of leading UTF-16 code units searched for a snippet, which bounds the time for a long article. */
export const SEARCHED_LENGTH = 50_000;
/**
 * Maximum UTF-16 code units segmented per snippet: segmenting takes 100 times as long as splitting at spaces. Only
 * runs that contain a matched word count, so only a text made of such runs reaches the limit.
 */
const SEGMENTED_LENGTH = 6_000;
/** Maximum distance, in UTF-16 code units, that a cut moves to reach a space. */
const spaceDistance = 30;

/**
 * Creates the highlighter of a locale. Texts are plain text and `matched` are index terms (see `SearchHit.matched`):
 * a word is marked if the index's analyzer maps it to one of them.
 * @param analyzer pass a shared one to reuse its word cache
 */
export function createHighlighter(locale: string, analyzer: Analyzer = createAnalyzer(locale)): Highlighter {
  function matchesIn(text: string, matched: readonly string[]): Match[] {
    const terms = new Set(matched);
    if (terms.size === 0) return [];
    const segmentedTerms = matched.filter(isSegmented);
    let left = SEGMENTED_LENGTH;
    function segmentedLength(run: string): number {
      const folded = fold(run);
      if (!segmentedTerms.some((term) => folded.includes(term))) return 0;
      const length = Math.min(run.length, left);
      left -= length;
      return length;
    }
    const tokens = analyzer.tokenize(text, segmentedLength);
    const written = tokens.map(({ word, start, end }) => ({ start, end, term: analyzer.analyze(word).term }));
    const variants = variantsOf(text, tokens).map(({ word, start, end }) => ({
      start,
      end,
      term: variantOf(analyzer.analyze(word).term),
    }));
    return [...written, ...variants]
      .filter(({ term }) => terms.has(term))
      .sort((one, other) => one.start - other.start || other.end - one.end);
  }

  return {
    title: (text, matched) => mark(text, 0, text.length, matchesIn(text, matched)),
    snippet(text, matched, length = defaultLength) {
      const searched = text.slice(0, boundaryBefore(text, Math.min(text.length, SEARCHED_LENGTH)));
      const matches = matchesIn(searched, matched);
      const { start, end } = cut(text, densest(matches, length), length);
      return mark(text, start, end, matches);
    },
  };
}

/**
 * Finds the earliest range with the most distinct terms that fit into `length`; a longer match is a range of its
 * own.
 */
function densest(matches: readonly Match[], length: number): { start: number; end: number } {
  const counts = new Map<string, number>();
  let best = { start: 0, end: 0, terms: 0 };
  let next = 0;
  for (const first of matches) {
    for (
      let match = matches[next];
      match && (match === first || match.end - first.start <= length);
      match = matches[++next]
    ) {
      counts.set(match.term, (counts.get(match.term) ?? 0) + 1);
    }
    if (counts.size > best.terms) {
      best = { start: first.start, end: matches[next - 1]?.end ?? first.end, terms: counts.size };
    }
    const left = (counts.get(first.term) ?? 1) - 1;
    if (left === 0) counts.delete(first.term);
    else counts.set(first.term, left);
  }
  return best;
}

/** Widens a range to `length`, with a third of the space before it, and moves both ends to word boundaries. */
function cut(text: string, stretch: { start: number; end: number }, length: number): { start: number; end: number } {
  const room = Math.max(0, length - (stretch.end - stretch.start));
  let start = Math.max(0, stretch.start - Math.floor(room / 3));
  let end = Math.min(text.length, start + length);
  start = Math.max(0, Math.min(start, end - length));

  if (start > 0 && start < stretch.start) {
    const space = text.slice(start - 1, Math.min(stretch.start, start + spaceDistance)).search(/\s/);
    start = space < 0 ? boundaryAfter(text, start) : start + space;
  }
  if (end < text.length && end > stretch.end) {
    const from = Math.max(stretch.end, end - spaceDistance);
    const space = text.slice(from, end + 1).search(/\s\S*$/);
    end = space < 0 ? boundaryBefore(text, end) : from + space;
  } else {
    end = boundaryBefore(text, end);
  }
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  return { start, end };
}

/** Escapes every piece separately, so that a mark never breaks a tag or entity. */
function mark(whole: string, from: number, to: number, matches: readonly Match[]): Highlight {
  const ranges: Highlight['ranges'] = [];
  for (const match of matches) {
    const start = Math.max(match.start, from) - from;
    const end = Math.min(match.end, to) - from;
    if (end <= start) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[0] + last[1] >= start) last[1] = Math.max(last[1], end - last[0]);
    else ranges.push([start, end - start]);
  }
  const text = whole.slice(from, to);
  let html = '';
  let done = 0;
  for (const [start, length] of ranges) {
    html += `${escapeHtml(text.slice(done, start))}<mark>${escapeHtml(text.slice(start, start + length))}</mark>`;
    done = start + length;
  }
  return { html: html + escapeHtml(text.slice(done)), text, ranges };
}
