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
/** Apostrophes inside words, as in "can't", and the abbreviation marks of Hebrew. */
const apostrophe = `['\u2018\u2019\uff07\u05f3\u05f4](?=\\p{L})|(?<=\\p{Script=Hebrew})"(?=\\p{Script=Hebrew})`;
const spacedWords = new RegExp(`[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}${joiners}]|${apostrophe})*`, 'gu');
/** The first group matches only a run of a script without spaces. */
const mixedWords = new RegExp(
  `((?:(?=[\\p{L}\\p{N}\\p{M}])[${spaceless}])+)|(?![${spaceless}])[\\p{L}\\p{N}](?:(?![${spaceless}])[\\p{L}\\p{N}\\p{M}${joiners}]|${apostrophe})*`,
  'gu',
);

/** Returns whether a word is in a script without spaces, so that its boundaries are a guess of the segmenter. */
export function isSegmented(word: string): boolean {
  return anySpaceless.test(word);
}

/**
 * Splits a text into words: letters, digits and the marks that follow them, with apostrophes between letters and the
 * signs of names such as C++, F#, A+ and .NET.
 * @param segmentedLength number of leading UTF-16 code units to segment of a run without spaces. Words in the rest
 *   of the run are skipped.
 * @default the whole run
 */
export type Tokenize = (text: string, segmentedLength?: (run: string) => number) => Token[];

/** Languages that write an apostrophe between two words, with the words before it; all words if there is no pattern. */
const elisions: ReadonlyMap<string, RegExp> = new Map([
  ['fr', /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)$/i],
  ...['az', 'ca', 'gl', 'it', 'oc', 'pt', 'tr'].map((language) => [language, /^/] as const),
]);

/**
 * Creates a {@link Tokenize} that segments scripts without spaces by the rules of the locale.
 * @param locale BCP 47 tag; an unknown one uses the default rules
 */
export function createTokenizer(locale: string): Tokenize {
  const elided = elisions.get(locale.split('-')[0] ?? '');
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

  /** Adds a word, without the words that are elided before it: "l'école" is "l" and "école". */
  function add(text: string, start: number, end: number, tokens: Token[]): void {
    let from = start;
    for (const { index } of elided ? text.slice(start, end).matchAll(apostrophes) : []) {
      if (!elided?.test(text.slice(from, start + index))) break;
      tokens.push({ word: text.slice(from, start + index), start: from, end: start + index });
      from = start + index + 1;
    }
    const [first, last] = withSigns(text, from, end);
    tokens.push({ word: text.slice(first, last), start: first, end: last });
  }

  return (text, segmentedLength) => {
    const tokens: Token[] = [];
    const hasRuns = anySpaceless.test(text);
    for (const match of text.matchAll(hasRuns ? mixedWords : spacedWords)) {
      const run = match[1];
      if (run !== undefined) segment(segmentedLength ? run.slice(0, segmentedLength(run)) : run, match.index, tokens);
      else add(text, match.index, match.index + match[0].length, tokens);
    }
    return tokens;
  };
}

const apostrophes = /['\u2018\u2019\uff07]/g;

const letter = /^\p{L}$/u;
const digit = /^\p{N}$/u;
const opening = /^[\s([{"'\u201c\u2018/,;:]$/u;

/**
 * Widens a word by its signs: a full stop before it, as in .NET, and what follows C++, A+ and F#. A plus between two
 * words is no sign, and neither is a number sign after a longer word.
 */
function withSigns(text: string, start: number, end: number): [start: number, end: number] {
  const isName = letter.test(text.charAt(start)) && letter.test(text.charAt(end - 1));
  if (!isName) return [start, end];
  const isDotted = text[start - 1] === '.' && (start === 1 || opening.test(text.charAt(start - 2)));
  return [isDotted ? start - 1 : start, end + signsAfter(text, end, end - start)];
}

const maximumSharpened = 2;

function signsAfter(text: string, end: number, length: number): number {
  const signs = /^(?:[+\uff0b]{1,2}|[#\uff03])/.exec(text.slice(end, end + 2))?.[0] ?? '';
  const next = text.charAt(end + signs.length);
  if (signs === '' || next === signs[0] || (letter.test(next) && !isSegmented(next))) return 0;
  if (/[#\uff03]/.test(signs) && length > maximumSharpened) return 0;
  return signs.length === 1 && digit.test(next) ? 0 : signs.length;
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
