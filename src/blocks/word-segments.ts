/** Word, or the text between two words. @experimental */
export interface WordSegment {
  readonly segment: string;
  /** Offset in the text, in UTF-16 code units. */
  readonly index: number;
  /** False for spaces and punctuation. */
  readonly isWordLike: boolean;
}

/** Maximum UTF-16 code units passed to `Intl.Segmenter` at a time, because its time is quadratic in the length. */
const PIECE = 1_000;
/** Maximum distance from the end of a piece to white space that it may end at. */
const SPACE_DISTANCE = 200;
/** Overlap of two pieces where there is no white space to cut at. */
const OVERLAP = 50;
const SPACE = /[\t\n\r ]/;

/**
 * Creates a function that splits a text into words and the text between them, in linear time. It replaces
 * `Intl.Segmenter`, whose time is quadratic.
 * @param locale BCP 47 tag; default: the locale of the process
 * @experimental
 * @example
 * for (const { segment, isWordLike } of createWordSegmenter('th')(text)) if (isWordLike) count(segment);
 */
export function createWordSegmenter(locale?: string): (text: string) => Generator<WordSegment> {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' });

  return function* wordSegments(text) {
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start);
      // The cut may be inside a word, and dictionaries look ahead, so the last words are left to the next piece.
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

/** Finds the end of a piece: after white space near its end, otherwise before any whole character. */
function pieceEnd(text: string, start: number): number {
  const end = start + PIECE;
  if (end >= text.length) return text.length;
  for (let at = end; at > end - SPACE_DISTANCE; at -= 1) if (SPACE.test(text.charAt(at - 1))) return at;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}
