import { describe, expect, it } from 'vitest';
import { mergeTexts } from '../../../src/blocks/texts/merge-texts.js';

const numbered = (letter: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`).join('\n');

describe('merged texts', () => {
  it('keep the changes of both sides', () => {
    expect(mergeTexts('a\nb\nc\nd\ne\nf\ng', 'A\nb\nc\nd\ne\nf\ng', 'a\nb\nc\nd\ne\nf\nG')).toEqual({
      text: 'A\nb\nc\nd\ne\nf\nG',
      isMarked: false,
    });
  });

  it('mark lines that both sides changed, mine first', () => {
    expect(mergeTexts('a\nb', 'mine\nb', 'theirs\nb')).toEqual({
      text: '<<<<<<<\nmine\n=======\ntheirs\n>>>>>>>\nb',
      isMarked: true,
    });
  });

  it('can have 150,000 lines each and nothing in common', () => {
    const { text, isMarked } = mergeTexts(null, numbered('a', 150_000), numbered('b', 150_000));
    expect(isMarked).toBe(true);
    expect(text.split('\n')).toHaveLength(300_000 + 3);
  });
});
