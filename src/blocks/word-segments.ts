/** A word, or what is between two words. */
export interface WordSegment {
  readonly segment: string;
  /** Offset in the text, in UTF-16 code units. */
  readonly index: number;
  /** False for spaces and punctuation. */
  readonly isWordLike: boolean;
}

/**
 * `Intl.Segmenter` takes time that grows with the square of the text's length, so it only sees pieces this long (UTF-16
 * code units).
 */
const PIECE = 1_000;
/** A piece ends at white space if there is some in this last part of it. */
const SPACE_DISTANCE = 200;
/** The next piece begins this much earlier where there is no white space to cut at. */
const OVERLAP = 50;
const SPACE = /[\t\n\r ]/;

/**
 * Creates a function that cuts a text into words and what is between them, in time linear in its length. It replaces
 * `Intl.Segmenter`, whose time is quadratic.
 * @param locale BCP 47 tag; default: the locale of the process
 * @example
 * for (const { segment, isWordLike } of createWordSegmenter('th')(text)) if (isWordLike) count(segment);
 */
export function createWordSegmenter(locale?: string): (text: string) => Generator<WordSegment> {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });

  return function* wordSegments(text) {
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start);
      // The cut may be inside a word, and dictionaries look ahead: the last words are left to the next piece.
      const isCutInside = end < text.length && !SPACE.test(text.charAt(end - 1));
      const trusted = isCutInside ? end - OVERLAP : end;
      let next = end;
      for (const { segment, index, isWordLike = false } of segmenter.segment(text.slice(start, end))) {
        if (index > 0 && start + index + segment.length > trusted) {
          next = start + index;
          break;
        }
        yield { segment, index: start + index, isWordLike };
      }
      start = next;
    }
  };
}

/** Behind white space near the end of the piece; else before any whole character. */
function pieceEnd(text: string, start: number): number {
  const end = start + PIECE;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - SPACE_DISTANCE; at -= 1) if (SPACE.test(text.charAt(at - 1))) return at;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}
