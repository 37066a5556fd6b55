import { createWordSegmenter, type WordSegment } from '../../../../blocks.js';

/** Word of a text: `text.slice(start, end)`, in UTF-16 code units. */
export interface Token {
  /** Word as written, but composed (NFC) if its script had to be segmented. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const spaceless = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
/** Invisible characters that copied Arabic or Hebrew words often contain. */
const joiners = '\\u00ad\\u061c\\u200c-\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';
const anySpaceless = new RegExp(`[${spaceless}]`, 'u');
const spacedWords = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}${joiners}]*`, 'gu');
/** The first group matches only a run of a script without spaces. */
const mixedWords = new RegExp(
  `((?:(?=[\\p{L}\\p{N}\\p{M}])[${spaceless}])+)|(?![${spaceless}])[\\p{L}\\p{N}](?:(?![${spaceless}])[\\p{L}\\p{N}\\p{M}${joiners}])*`,
  'gu',
);

/** Returns whether a word is in a script without spaces, so that its boundaries are a guess of the segmenter. */
export function isSegmented(word: string): boolean {
  return anySpaceless.test(word);
}

/**
 * Splits a text into words: letters, digits and the marks that follow them.
 * @param segmentedLength number of leading UTF-16 code units to segment of a run without spaces. Words in the rest
 *   of the run are skipped.
 * @default the whole run
 */
export type Tokenize = (text: string, segmentedLength?: (run: string) => number) => Token[];

/**
 * Creates a {@link Tokenize} that segments scripts without spaces by the rules of the locale.
 * @param locale BCP 47 tag; an unknown one uses the default rules
 */
export function createTokenizer(locale: string): Tokenize {
  let wordSegments: ((text: string) => Iterable<WordSegment>) | undefined;

  function segment(run: string, offset: number, tokens: Token[]): void {
    wordSegments ??= createWordSegmenter(locale);
    const { text, offsets } = compose(run);
    for (const { segment: word, index, isWordLike } of wordSegments(text)) {
      if (!isWordLike) continue;
      const end = index + word.length;
      tokens.push({ word, start: offset + (offsets?.[index] ?? index), end: offset + (offsets?.[end] ?? end) });
    }
  }

  return (text, segmentedLength) => {
    const tokens: Token[] = [];
    if (!anySpaceless.test(text)) {
      for (const match of text.matchAll(spacedWords)) {
        tokens.push({ word: match[0], start: match.index, end: match.index + match[0].length });
      }
      return tokens;
    }
    for (const match of text.matchAll(mixedWords)) {
      const run = match[1];
      if (run !== undefined) segment(segmentedLength ? run.slice(0, segmentedLength(run)) : run, match.index, tokens);
      else tokens.push({ word: match[0], start: match.index, end: match.index + match[0].length });
    }
    return tokens;
  };
}

/**
 * Composes a run, because the segmenter's dictionaries contain only composed text. `offsets[i]` is the position of
 * composed unit `i` in the run; undefined if the run was already composed.
 */
function compose(run: string): { text: string; offsets?: number[] } {
  if (run.normalize('NFC') === run) return { text: run };
  const offsets: number[] = [];
  let text = '';
  for (const { 0: cluster, index } of run.matchAll(/\P{M}?\p{M}*/gu)) {
    const composed = cluster.normalize('NFC');
    for (let unit = 0; unit < composed.length; unit++) offsets.push(index);
    text += composed;
  }
  offsets.push(run.length);
  return { text, offsets };
}
