import { createWordSegmenter, type WordSegment } from '../../../blocks.js';

/** A word of a text: `text.slice(start, end)`, in UTF-16 code units. */
export interface Token {
  /** The word as it stands in the text, composed (NFC) where a script without spaces had to be segmented. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const spaceless = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
/** Nobody sees them, and whoever copies a word of Arabic or Hebrew has some in it. */
const joiners = '\\u00ad\\u061c\\u200c-\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';
const anySpaceless = new RegExp(`[${spaceless}]`, 'u');
const spacedWords = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}${joiners}]*`, 'gu');
/** The first group matches only a run of a script that writes without spaces. */
const mixedWords = new RegExp(
  `((?:(?=[\\p{L}\\p{N}\\p{M}])[${spaceless}])+)|(?![${spaceless}])[\\p{L}\\p{N}](?:(?![${spaceless}])[\\p{L}\\p{N}\\p{M}${joiners}])*`,
  'gu',
);

/** Whether the word is written in a script without spaces, so that its bounds are the segmenter's opinion. */
export function isSegmented(word: string): boolean {
  return anySpaceless.test(word);
}

/**
 * Cuts a text into words: letters, digits and the marks that follow them.
 * @param segmentedLength number of leading UTF-16 code units to segment of a run without spaces, default: all of it.
 * Words in the rest of the run are left out.
 */
export type Tokenize = (text: string, segmentedLength?: (run: string) => number) => Token[];

/**
 * Creates a {@link Tokenize} that cuts runs of scripts without spaces by the word segmenter of the locale.
 * @param locale BCP 47 tag; one the runtime does not know segments by the default rules.
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
 * The segmenter's dictionaries hold composed text only. `offsets[i]` is where unit `i` of the composed text
 * stands in the run; undefined when the run is composed already.
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
