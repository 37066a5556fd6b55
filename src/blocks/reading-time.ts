import { createWordSegmenter } from './word-segments.js';

const WORDS_PER_MINUTE = 200;
const CJK_CHARACTERS_PER_MINUTE = 400;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;
/** Languages written without spaces between words. Finding their words requires a dictionary. */
const UNSPACED_LANGUAGES = new Set(['th', 'lo', 'km', 'my']);
/** Text in the scripts of these languages. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}][\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]*/gu;

/** Counts the words of `text`. Every CJK character counts as one, since those scripts have no spaces to count by. */
export function wordCount(text: string, locale = 'en'): number {
  return readingMeasures(text, locale).wordCount;
}

/**
 * Returns the minutes that an adult needs for `text`, at least 1. Assumes 200 words a minute, and 400 characters a
 * minute for Chinese, Japanese and Korean; mixed text adds both up.
 * @param locale BCP 47; determines how words are found in Thai, Lao, Khmer and Burmese
 */
export function readingTime(text: string, locale = 'en'): number {
  return readingMeasures(text, locale).readingTime;
}

/** Returns the word count and reading time of a text. */
export function readingMeasures(text: string, locale = 'en'): { wordCount: number; readingTime: number } {
  const { words, characters } = measure(text, locale);
  const minutes = words / WORDS_PER_MINUTE + characters / CJK_CHARACTERS_PER_MINUTE;
  return { wordCount: words + characters, readingTime: Math.max(1, Math.round(minutes)) };
}

function measure(text: string, locale: string): { words: number; characters: number } {
  const characters = count(text, CJK);
  const spaced = characters > 0 ? text.replace(CJK, ' ') : text;
  return { characters, words: countWords(spaced, locale) };
}

/** Counts words between spaces, plus those in runs without spaces. */
function countWords(text: string, locale: string): number {
  const language = locale.split('-')[0]?.toLowerCase() ?? '';
  const runs = UNSPACED_LANGUAGES.has(language) ? text.match(UNSPACED) : null;
  if (!runs) return count(text, WORD);
  const segment = createWordSegmenter(language);
  let words = count(text.replace(UNSPACED, ' '), WORD);
  for (const run of runs) for (const { isWordLike } of segment(run)) if (isWordLike) words += 1;
  return words;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _match of text.matchAll(pattern)) found++;
  return found;
}
