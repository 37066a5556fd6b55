import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createStrings, type Strings, textDirection } from '../../../src/core/templates/strings.js';
import { kbCatalogues } from '../../../src/plugins/knowledge-base/catalogues.js';

describe('createStrings', () => {
  it('chooses the plural form of the locale', () => {
    const czech = createStrings('cs', kbCatalogues);
    expect([1, 3, 5].map((count) => czech.text('category.count', { count }))).toEqual([
      '1 článek',
      '3 články',
      '5 článků',
    ]);
    expect(createStrings('ja', kbCatalogues).text('category.count', { count: 1 })).toBe('1 件の記事');
  });

  it('formats numbers and dates by the locale', () => {
    const german = createStrings('de', kbCatalogues);
    expect(german.text('search.total', { count: 1204 })).toBe('1.204 Ergebnisse');
    expect(german.date(new Date('2026-03-14T23:30:00Z'))).toBe('14. März 2026');
    expect(
      createStrings('de', kbCatalogues, { timeZone: 'Europe/Berlin' }).date(new Date('2026-03-14T23:30:00Z')),
    ).toBe('15. März 2026');
  });

  it('falls back from region to language to English', () => {
    expect(createStrings('de-AT', kbCatalogues).text('toc.label')).toBe('Auf dieser Seite');
    expect(createStrings('ur', kbCatalogues).text('toc.label')).toBe('On this page');
  });

  it('lets a later catalogue override one text', () => {
    const strings = createStrings('en', [kbCatalogues, { en: { 'toc.label': 'Contents' } }]);
    expect(strings.text('toc.label')).toBe('Contents');
    expect(strings.text('nav.close')).toBe('Close');
  });

  it('rejects a key that no catalogue has', () => {
    const { text }: Strings = createStrings('de', kbCatalogues);
    expect(() => text('toc.lable')).toThrow(expect.objectContaining({ code: 'unknown_string' }));
  });

  it('detects right-to-left scripts', () => {
    expect(['ur', 'ar-EG', 'he', 'fa', 'en', 'ja'].map(textDirection)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});

describe('template sources', () => {
  const folder = path.resolve('templates');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(core|kb)[\\/].*\.eta$/.test(file))
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);

  it.each(sources)('%s starts with its name and version', (file, source) => {
    const name = file.replaceAll(path.sep, '/').replace(/\.eta$/, '');
    expect(source.startsWith(`<% /* ${name}, version `)).toBe(true);
  });
});
