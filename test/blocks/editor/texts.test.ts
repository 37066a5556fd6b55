import { _n, resetLocaleData } from '@wordpress/i18n';
import { afterEach, describe, expect, it } from 'vitest';
import { loadEditorTexts } from '../../../src/blocks/editor/texts/create-editor-texts.js';
import { loadPackageTexts } from '../../../src/blocks/editor/texts/load-package-texts.js';
import { loadTexts } from '../../../src/blocks/editor/texts/use-texts.js';

describe('editor texts', () => {
  it('are found by language without region, and fall back to English', async () => {
    expect((await loadTexts('de-AT'))('media-shown', { shown: '3', total: '7' })).toBe('3 von 7');
    expect((await loadTexts('pt'))('media-shown', { shown: '3', total: '7' })).toBe('3 of 7');
  });

  it('are found for a plugin by language or by file name', async () => {
    const german = async () => ({ add: 'Hinzufügen' });
    for (const name of ['de', './locales/de.json']) {
      const others = { [name]: german };
      expect((await loadEditorTexts({ add: 'Add' }, others, 'de-CH'))('add')).toBe('Hinzufügen');
      expect((await loadEditorTexts({ add: 'Add' }, others, 'fr'))('add')).toBe('Add');
    }
  });
});

describe('package texts', () => {
  afterEach(() => resetLocaleData());

  const added = (count: number) => _n('%d block added.', '%d blocks added.', count);

  it('use the plural forms of the language', async () => {
    await loadPackageTexts('cs');
    expect([1, 3, 5].map(added)).toEqual(['Byl přidán %d blok.', 'Byly přidány %d bloky.', 'Bylo přidáno %d bloků.']);
  });

  it('use one form in a language without plurals', async () => {
    await loadPackageTexts('ja');
    expect(new Set([1, 2].map(added)).size).toBe(1);
  });

  it('stay English in a language without a catalogue', async () => {
    await loadPackageTexts('pt');
    expect([1, 2].map(added)).toEqual(['%d block added.', '%d blocks added.']);
  });
});
