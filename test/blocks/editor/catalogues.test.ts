import { describe, expect, it } from 'vitest';
import { en } from '../../../src/blocks/editor/strings/en.js';
import { PACKAGE_CATALOGUES } from '../../../src/blocks/editor/strings/packages/load-package-texts.js';
import { CATALOGUES, loadTexts } from '../../../src/blocks/editor/strings/texts.js';
import { CATALOGUES as KB_CATALOGUES } from '../../../src/plugins/knowledge-base/editor/strings/catalogues.js';
import { blocks } from '../../../src/plugins/knowledge-base/editor/strings/en/blocks.js';
import { panels } from '../../../src/plugins/knowledge-base/editor/strings/en/panels.js';

/** Placeholders such as `{name}`, sorted. */
const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Placeholders and tags such as `%s`, `%1$d` and `<a>`, sorted. */
const slotsOf = (text: string): string[] => (text.match(/%(?:\d\$)?[sd]|<\/?\w+>/g) ?? []).sort();

function expectSame(own: Readonly<Record<string, string>>, english: Readonly<Record<string, string>>): void {
  expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect([key, placesOf(own[key] ?? '')]).toEqual([key, placesOf(text)]);
  }
}

describe('editor translations', () => {
  it.each(Object.entries(CATALOGUES))('are complete in %s, with the same placeholders', async (_, load) => {
    expectSame(await load(), en);
  });

  it('are found by language without region, and fall back to English', async () => {
    expect((await loadTexts('de-AT'))('media-shown', { shown: '3', total: '7' })).toBe('3 von 7');
    expect((await loadTexts('pt'))('media-shown', { shown: '3', total: '7' })).toBe('3 of 7');
  });
});

describe('knowledge base translations in the editor', () => {
  it.each(Object.entries(KB_CATALOGUES))('are complete in %s, with the same placeholders', async (_, load) => {
    const own = await load();
    expectSame(own.panels, panels);
    expectSame(own.blocks, blocks);
  });

  it('exist in all the languages of the editor', () =>
    expect(Object.keys(KB_CATALOGUES)).toEqual(Object.keys(CATALOGUES)));
});

describe('package translations', () => {
  const languages = Object.entries(PACKAGE_CATALOGUES);

  it('exist in all the languages of the editor', () =>
    expect(languages.map(([language]) => language)).toEqual(Object.keys(CATALOGUES)));

  it.each(languages)(
    'have the same placeholders in %s as in English, and a form for each plural',
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
