import { describe, expect, it } from 'vitest';
import { bankSettings } from '../../../src/plugins/bank/settings/schema.js';
import { settingsCatalogues } from '../../../src/plugins/bank/settings/strings/catalogues.js';
import { adminCatalogues } from '../../../src/plugins/bank/strings/admin/catalogues.js';
import { setupCatalogues } from '../../../src/plugins/bank/strings/setup/catalogues.js';
import { sharedCatalogues } from '../../../src/plugins/bank/strings/shared/catalogues.js';

const catalogues = {
  admin: adminCatalogues,
  settings: settingsCatalogues,
  setup: setupCatalogues,
  shared: sharedCatalogues,
};
/** Plural forms differ between languages. */
const withoutForm = (key: string): string => key.replace(/\.(?:zero|one|two|few|many|other)$/, '');
const placesOf = (text: string): string[] =>
  [...new Set(text.match(/\{[a-z]+\}/g))].filter((each) => each !== '{count}');
const languages = Object.entries(catalogues).flatMap(([name, all]) =>
  Object.entries(all).map(([locale, texts]) => ({ name, locale, texts, english: all.en })),
);

it('has texts for every bank setting', () => {
  for (const [name, { title, description }] of Object.entries(bankSettings.schema.properties)) {
    expect([name, typeof title, typeof description]).toEqual([name, 'function', 'function']);
  }
});

describe.each(languages)('bank texts $name in $locale', ({ texts, english }) => {
  it('have the same keys as English', () => {
    const keys = new Set(Object.keys(texts).map(withoutForm));
    expect([...keys].sort()).toEqual([...new Set(Object.keys(english).map(withoutForm))].sort());
  });

  it('have the same placeholders as English', () => {
    for (const [key, text] of Object.entries(texts)) {
      const original = english[key] ?? english[`${withoutForm(key)}.other`] ?? '';
      expect([key, placesOf(text).sort()]).toEqual([key, placesOf(original).sort()]);
    }
  });
});
