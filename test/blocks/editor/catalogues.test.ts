import { describe, expect, it } from 'vitest';
import { en } from '../../../src/blocks/editor/strings/en.js';
import { PACKAGE_CATALOGUES } from '../../../src/blocks/editor/strings/packages/load-package-texts.js';
import { CATALOGUES, loadTexts } from '../../../src/blocks/editor/strings/texts.js';
import { CATALOGUES as KB_CATALOGUES } from '../../../src/plugins/knowledge-base/editor/strings/catalogues.js';
import { blocks } from '../../../src/plugins/knowledge-base/editor/strings/en/blocks.js';
import { panels } from '../../../src/plugins/knowledge-base/editor/strings/en/panels.js';

/** `{name}` and the like, in the order of the alphabet. */
const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** `%s`, `%1$d`, `<a>` and the like, in the order of the alphabet. */
const slotsOf = (text: string): string[] => (text.match(/%(?:\d\$)?[sd]|<\/?\w+>/g) ?? []).sort();

function expectSame(own: Readonly<Record<string, string>>, english: Readonly<Record<string, string>>): void {
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect([key, placesOf(own[key] ?? '')]).toEqual([key, placesOf(text)]);
  }
}

describe('the texts of the editor', () => {
  it.each(Object.entries(CATALOGUES))('are all there in %s, with the same places to fill', async (_, load) => {
    expectSame(await load(), en);
  });

  it('are those of the language, whatever the country, and English where there are none', async () => {
    expect((await loadTexts('de-AT'))('media-shown', { shown: '3', total: '7' })).toBe('3 von 7');
    expect((await loadTexts('pt'))('media-shown', { shown: '3', total: '7' })).toBe('3 of 7');
  });
});

describe('the texts of the knowledge base in the editor', () => {
  it.each(Object.entries(KB_CATALOGUES))('are all there in %s, with the same places to fill', async (_, load) => {
    const own = await load();
    expectSame(own.panels, panels);
    expectSame(own.blocks, blocks);
  });

  it('are there in the languages of the editor', () =>
    expect(Object.keys(KB_CATALOGUES)).toEqual(Object.keys(CATALOGUES)));
});

describe('the texts of the packages', () => {
  const languages = Object.entries(PACKAGE_CATALOGUES);

  it('are there in the languages of the editor', () =>
    expect(languages.map(([language]) => language)).toEqual(Object.keys(CATALOGUES)));

  it.each(languages)(
    'have in %s the places of the English ones, and a form for each plural',
    async (language, load) => {
      const plurals = { cs: 3, ja: 1 }[language] ?? 2;
      for (const [text, forms] of Object.entries(await load())) {
        if (typeof forms !== 'string') expect([text, forms.length]).toEqual([text, plurals]);
        for (const form of [forms].flat()) {
          expect([text, slotsOf(form)]).toEqual([text, slotsOf(text.split('\u0004').at(-1) ?? '')]);
        }
      }
    },
  );
});
