import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStrings, PLURAL_SUFFIX } from '../../src/core/templates/strings.js';
import { readCatalogues } from '../../src/core/texts/read-catalogues.js';

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file.replaceAll('\\', '/')}`);

const folders = filesBelow('src')
  .filter((file) => file.endsWith('/en.json'))
  .map((file) => path.dirname(file));
const languagesOf = (folder: string): string[] => Object.keys(readCatalogues(folder)).sort();

/** Placeholders and tags such as `{name}`, `%1$s` and `<a>`, sorted. */
const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}|%(?:\d\$)?[sd]|<\/?\w+>/g) ?? []).sort();
const withoutForm = (key: string): string => key.replace(PLURAL_SUFFIX, '');
const basesOf = (keys: readonly string[]): string[] => [...new Set(keys.map(withoutForm))].sort();

it('the core, every plugin and the editor have the same languages', () => {
  expect(folders.length).toBeGreaterThan(6);
  for (const folder of folders)
    expect([folder, languagesOf(folder)]).toEqual([folder, languagesOf('src/core/locales')]);
});

it('the two catalogs that writing pages read together share no key', () => {
  const keysOf = (folder: string) => Object.keys(readCatalogues(folder).en ?? {});
  const ofEditor = new Set(keysOf('src/plugins/knowledge-base/content/blocks/editor/locales'));
  expect(keysOf('src/plugins/knowledge-base/locales').filter((key) => ofEditor.has(key))).toEqual([]);
});

describe.each(folders)('%s', (folder) => {
  const catalogues = readCatalogues(folder);
  const english = catalogues.en;
  const bases = basesOf(Object.keys(english));
  const counted = basesOf(Object.keys(english).filter((key) => PLURAL_SUFFIX.test(key)));
  const originals = new Map(Object.entries(english).map(([key, text]) => [withoutForm(key), text]));

  it.each(languagesOf(folder))('has every text in %s, with every plural form and the same placeholders', (locale) => {
    const own = catalogues[locale] ?? {};
    expect(basesOf(Object.keys(own))).toEqual(bases);
    for (const [key, text] of Object.entries(own)) {
      const original = english[key] ?? originals.get(withoutForm(key)) ?? '';
      expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(original)]);
    }
    const rules = new Intl.PluralRules(locale);
    const forms = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
    for (const key of counted) for (const form of forms) expect(Object.keys(own)).toContain(`${key}.${form}`);
  });

  it('gets another language by one more file', () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'mortise-locales-'));
    onTestFinished(() => rmSync(copy, { recursive: true }));
    cpSync(folder, copy, { recursive: true });
    const [key = '', other = ''] = Object.keys(english);
    writeFileSync(path.join(copy, 'it.json'), JSON.stringify({ [key]: 'In italiano' }));
    const extended = readCatalogues(copy);
    expect(Object.keys(extended).sort()).toEqual([...new Set([...languagesOf(folder), 'it'])].sort());
    expect(createStrings('it-CH', extended).text(key)).toBe('In italiano');
    expect(createStrings('it-CH', extended).text(other)).toBe(english[other]);
  });
});

/** Translations that differ: names of events in the audit log, and "paid" in the gender of what was paid. */
const isException = (key: string, text: string): boolean => key.startsWith('audit.') || text === 'Mark as paid';

it('equal English texts of three or more words have equal translations', () => {
  const translations = new Map<string, string | undefined>();
  for (const folder of folders) {
    const catalogues = readCatalogues(folder);
    for (const [key, english] of Object.entries(catalogues.en)) {
      if (english.split(' ').length < 3 || PLURAL_SUFFIX.test(key) || isException(key, english)) continue;
      for (const locale of languagesOf(folder)) {
        const text = `${locale}: ${english}`;
        const translation = catalogues[locale]?.[key];
        expect([text, translations.get(text) ?? translation]).toEqual([text, translation]);
        translations.set(text, translation);
      }
    }
  }
});

/** Files of a part with the folders of its texts. Parts use the core's texts too. `form.text` reads a field. */
const parts = [
  { sources: ['src/core', 'templates/core'], texts: ['src/core/locales'] },
  ...readdirSync('src/plugins').map((plugin) => ({
    sources: [`src/plugins/${plugin}`, `templates/${plugin === 'knowledge-base' ? 'kb' : plugin}`],
    texts: folders.filter((folder) => folder.startsWith(`src/plugins/${plugin}/`)).concat('src/core/locales'),
  })),
];

it.each(parts)('$sources use only texts that exist', ({ sources, texts }) => {
  const baseNames = new Set(texts.flatMap((folder) => basesOf(Object.keys(readCatalogues(folder).en))));
  const used = sources
    .flatMap(filesBelow)
    .filter((file) => /\.(?:ts|tsx|eta)$/.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(?<!form\s*\.)\btext\('([a-z-]+\.[\w.-]*\w)'/g)])
    .map(([, key = '']) => key);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((key) => !baseNames.has(key))).toEqual([]);
});
