import fc from 'fast-check';
import { createWordSegmenter, wordCount } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';

const wordsOf = (text: string, locale: string): string[] =>
  [...createWordSegmenter(locale)(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

/** Milliseconds of the faster of two runs, since other processes use the CPU too. */
function timeOf(run: () => unknown): number {
  return Math.min(
    ...[1, 2].map(() => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );
}

describe('word segments', () => {
  it.each([
    ['en', 'Open the door, please. '],
    ['th', 'สวัสดีชาวโลก'],
    ['ja', '今日は良い天気です。'],
  ])('equal those of Intl.Segmenter in short and long texts (%s)', (locale, sentence) => {
    const short = new Intl.Segmenter(locale, { granularity: 'word' }).segment(sentence);
    const expected = [...short].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
    expect(wordsOf(sentence, locale)).toEqual(expected);
    const repeats = 300;
    const long = Array.from({ length: repeats }, () => expected).flat();
    expect(wordsOf(sentence.repeat(repeats), locale)).toEqual(long);
  });

  it('add up to the text, each at its offset', () => {
    const piece = fc.constantFrom('word ', 'สวัสดี', '検索', '🦉', 'e\u0301', '\n', 'x'.repeat(700), '.');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
        const text = pieces.join('');
        let end = 0;
        for (const { segment, index } of createWordSegmenter('en')(text)) {
          expect(index).toBe(end);
          end += segment.length;
        }
        expect(end).toBe(text.length);
      }),
      { numRuns: 20 },
    );
  });

  it('never split a surrogate pair, even in text without any boundary', () => {
    const text = `x${'𠀀'.repeat(5_000)}`;
    for (const { segment } of createWordSegmenter('zh')(text)) expect(segment).not.toMatch(/\p{Surrogate}/u);
  });

  it.each([
    ['words', 'word '],
    ['Thai', 'สวัสดีชาวโลก'],
    ['Han', '漢字検索東京都民'],
    ['one letter', 'a'],
  ])('take at most seconds for 400,000 characters (%s)', (_, piece) => {
    const text = piece.repeat(400_000 / piece.length);
    expect(timeOf(() => wordsOf(text, 'th'))).toBeLessThan(5_000);
  });
});

describe('word count', () => {
  it('is the same in every locale for text with spaces', () => {
    for (const locale of ['en', 'th', 'my']) expect(wordCount('Open the door, please.', locale)).toBe(4);
  });

  it('includes Thai words next to English ones', () => {
    expect(wordCount('Say สวัสดีชาวโลก twice', 'th')).toBe(2 + wordsOf('สวัสดีชาวโลก', 'th').length);
  });

  it('takes under a second for 500 kB of English in the locale "th"', () => {
    const text = 'word '.repeat(100_000);
    expect(wordCount(text, 'th')).toBe(100_000);
    expect(timeOf(() => wordCount(text, 'th'))).toBeLessThan(1_000);
  });
});
