import { describe, expect, it } from 'vitest';
import { en } from '../../../src/blocks/editor/strings/en.js';
import { CATALOGUES, loadTexts } from '../../../src/blocks/editor/strings/texts.js';

/** `{name}` and the like, in the order of the alphabet. */
const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('the texts of the editor', () => {
  it.each(Object.entries(CATALOGUES))('are all there in %s, with the same places to fill', async (_, load) => {
    const own = await load();
    expect(Object.keys(own).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      expect([key, placesOf(own[key as keyof typeof en])]).toEqual([key, placesOf(text)]);
    }
  });

  it('are those of the language, whatever the country, and English where there are none', async () => {
    expect((await loadTexts('de-AT'))('media-shown', { shown: '3', total: '7' })).toBe('3 von 7');
    expect((await loadTexts('pt'))('media-shown', { shown: '3', total: '7' })).toBe('3 of 7');
  });
});
