const WORDS_PER_MINUTE = 200;
const CJK_CHARACTERS_PER_MINUTE = 400;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_-]*/gu;
/** Languages written without spaces between words, whose words only a dictionary finds. */
const UNSPACED = new Set(['th', 'lo', 'km', 'my']);

/** Words of `text`; every CJK character counts as one, since those scripts have no spaces to count by. */
export function wordCount(text: string, locale = 'en'): number {
  const { words, characters } = measure(text, locale);
  return words + characters;
}

/**
 * Minutes an adult needs for `text`, at least 1: 200 words a minute, 400 characters a minute for Chinese,
 * Japanese and Korean, the two added up in mixed text.
 * @param locale BCP 47; tells how to find words in Thai, Lao, Khmer and Burmese
 */
export function readingTime(text: string, locale = 'en'): number {
  const { words, characters } = measure(text, locale);
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + characters / CJK_CHARACTERS_PER_MINUTE));
}

function measure(text: string, locale: string): { words: number; characters: number } {
  const characters = count(text, CJK);
  const spaced = characters > 0 ? text.replace(CJK, ' ') : text;
  const language = locale.split('-')[0]?.toLowerCase() ?? '';
  return { characters, words: UNSPACED.has(language) ? segment(spaced, language) : count(spaced, WORD) };
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _match of text.matchAll(pattern)) found++;
  return found;
}

function segment(text: string, language: string): number {
  let words = 0;
  for (const part of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) if (part.isWordLike) words++;
  return words;
}
