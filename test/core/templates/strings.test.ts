import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { adminCatalogues } from '../../../src/core/admin/strings/catalogues.js';
import { coreCatalogues } from '../../../src/core/templates/strings/catalogues.js';
import { createStrings, textDirection } from '../../../src/core/templates/strings.js';
import { adminCatalogues as affiliateAdminCatalogues } from '../../../src/plugins/affiliate/strings/admin/catalogues.js';
import { areaCatalogues } from '../../../src/plugins/affiliate/strings/area/catalogues.js';
import { mailCatalogues as affiliateMailCatalogues } from '../../../src/plugins/affiliate/strings/mail/catalogues.js';
import { sharedCatalogues as affiliateSharedCatalogues } from '../../../src/plugins/affiliate/strings/shared/catalogues.js';
import { adminCatalogues as bankAdminCatalogues } from '../../../src/plugins/bank/strings/admin/catalogues.js';
import { sharedCatalogues as bankSharedCatalogues } from '../../../src/plugins/bank/strings/shared/catalogues.js';
import { accessingCatalogues } from '../../../src/plugins/knowledge-base/strings/accessing/catalogues.js';
import { kbCatalogues } from '../../../src/plugins/knowledge-base/strings/catalogues.js';
import { digestCatalogues } from '../../../src/plugins/knowledge-base/strings/digest/catalogues.js';
import { importingCatalogues } from '../../../src/plugins/knowledge-base/strings/importing/catalogues.js';
import { searchingCatalogues } from '../../../src/plugins/knowledge-base/strings/searching/catalogues.js';
import { settingCatalogues } from '../../../src/plugins/knowledge-base/strings/setting/catalogues.js';
import { workingCatalogues } from '../../../src/plugins/knowledge-base/strings/working/catalogues.js';
import { writingCatalogues } from '../../../src/plugins/knowledge-base/strings/writing/catalogues.js';
import { watermarkCatalogues } from '../../../src/plugins/watermark/strings/catalogues.js';

const catalogues = {
  core: coreCatalogues,
  admin: adminCatalogues,
  'knowledge base': kbCatalogues,
  'access of the knowledge base': accessingCatalogues,
  'digests of the knowledge base': digestCatalogues,
  'imports of the knowledge base': importingCatalogues,
  'searches of the knowledge base': searchingCatalogues,
  'settings of the knowledge base': settingCatalogues,
  'work on the knowledge base': workingCatalogues,
  'writing of the knowledge base': writingCatalogues,
  watermark: watermarkCatalogues,
  'affiliate administrators': affiliateAdminCatalogues,
  'affiliate area': areaCatalogues,
  'affiliate mails': affiliateMailCatalogues,
  'affiliate programme': affiliateSharedCatalogues,
  'bank administrators': bankAdminCatalogues,
  'bank transactions': bankSharedCatalogues,
};
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const plural = /\.(zero|one|two|few|many|other)$/;

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
    expect(() => createStrings('de', kbCatalogues).text('toc.lable')).toThrow(
      expect.objectContaining({ code: 'unknown_string' }),
    );
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

describe.each(Object.entries(catalogues))('%s catalogues', (_name, sets) => {
  const english = sets.en;
  const base = (keys: string[]) => [...new Set(keys.map((key) => key.replace(plural, '')))].sort();

  it.each(Object.keys(sets))('have every text in %s', (locale) => {
    expect(base(Object.keys(sets[locale] ?? {}))).toEqual(base(Object.keys(english)));
  });

  it.each(Object.keys(sets))('use the same placeholders in %s', (locale) => {
    for (const [key, text] of Object.entries(sets[locale] ?? {})) {
      const original = english[key] ?? english[key.replace(plural, '.other')] ?? '';
      expect([key, placeholders(text)]).toEqual([key, placeholders(original)]);
    }
  });

  it.each(Object.keys(sets))('have every plural form required by %s', (locale) => {
    const needed = new Set(Array.from({ length: 200 }, (_, count) => new Intl.PluralRules(locale).select(count)));
    const counted = base(Object.keys(english).filter((key) => plural.test(key)));
    for (const key of counted) {
      for (const form of needed) expect(Object.keys(sets[locale] ?? {})).toContain(`${key}.${form}`);
    }
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

  it.each(sources)('%s uses only texts that exist', (_file, source) => {
    const strings = createStrings('en', [
      ...[coreCatalogues, adminCatalogues, digestCatalogues, searchingCatalogues, writingCatalogues],
    ]);
    for (const [, key] of source.matchAll(/\btext\('([a-z.-]+[a-z])'/g)) {
      expect(strings.text(key ?? '', { count: 1 })).not.toBe('');
    }
  });
});
