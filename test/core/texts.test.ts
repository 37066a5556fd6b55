import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { definePlugin, type Plugin, type Site } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { createStrings, readCatalogues } from 'mortise/text';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTexts } from '../../src/core/texts/texts.js';

const BIRDS = {
  en: { hello: 'Hello {name}', 'seen.one': '{count} bird', 'seen.other': '{count} birds', bye: 'Bye' },
  de: { hello: 'Hallo {name}' },
};

let folder: string;
let host: TestHost | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mortise-texts-'));
});
afterEach(async () => {
  await host?.close();
  host = undefined;
  rmSync(folder, { recursive: true });
});

function write(file: string, content: unknown): string {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
  return target;
}

describe('a folder of catalogues', () => {
  it('has the languages of its files and reads each on first use', () => {
    write('en.json', BIRDS.en);
    write('pt-br.json', { hello: 'Olá {name}' });
    const broken = write('de.json', '{');
    const catalogues = readCatalogues(folder);
    expect(Object.keys(catalogues).toSorted()).toEqual(['de', 'en', 'pt-BR']);
    expect(createStrings('pt-BR', catalogues).text('hello', { name: 'Ada' })).toBe('Olá Ada');
    expect(createStrings('pt-BR', catalogues).text('seen', { count: 2 })).toBe('2 birds');
    expect(() => createStrings('de', catalogues).text('bye')).toThrow(
      expect.objectContaining({ code: 'catalogue_invalid', data: expect.objectContaining({ file: broken }) }),
    );
    rmSync(path.join(folder, 'en.json'));
    expect(catalogues.en).toEqual(BIRDS.en);
  });

  it('needs English', () => {
    const file = path.join(folder, 'en.json');
    expect(() => readCatalogues(folder)).toThrow(
      expect.objectContaining({ code: 'catalogue_invalid', data: expect.objectContaining({ file }) }),
    );
  });
});

describe('texts added to catalogues', () => {
  it('add a language or override texts and leave the rest unchanged', () => {
    const texts = createTexts();
    texts.define('birds', 'acme', BIRDS);
    texts.add('birds', 'site', {
      it: { hello: 'Ciao {name}', 'seen.one': '{count} uccello', 'seen.other': '{count} uccelli' },
    });
    texts.add('birds', 'site', { de: { bye: 'Tschüs' } });
    const italian = texts.strings('it-CH', BIRDS);
    expect(italian.text('hello', { name: 'Ada' })).toBe('Ciao Ada');
    expect([1, 2].map((count) => italian.text('seen', { count }))).toEqual(['1 uccello', '2 uccelli']);
    expect(italian.text('bye')).toBe('Bye');
    const german = texts.strings('de', BIRDS);
    expect([german.text('hello', { name: 'Ada' }), german.text('bye')]).toEqual(['Hallo Ada', 'Tschüs']);
  });

  it('apply only to the catalogue of that name, in any registration order', () => {
    const texts = createTexts();
    const others = { en: { hello: 'Others' } };
    texts.add('birds', 'site', { EN: { hello: 'Good day' } });
    texts.define('others', 'acme', others);
    texts.define('birds', 'acme', BIRDS);
    expect(texts.strings('en', BIRDS).text('hello')).toBe('Good day');
    expect(texts.strings('en', others).text('hello')).toBe('Others');
    expect(texts.strings('en', [others, BIRDS]).text('hello')).toBe('Good day');
  });

  it('are removed with their owner', () => {
    const texts = createTexts();
    texts.define('birds', 'acme', BIRDS);
    texts.add('birds', 'oak', { en: { bye: 'So long' } });
    expect(texts.strings('en', BIRDS).text('bye')).toBe('So long');
    texts.removeOwner('oak');
    expect(texts.strings('en', BIRDS).text('bye')).toBe('Bye');
  });

  it('are checked for unknown catalogues, unknown keys and missing values', () => {
    const texts = createTexts();
    texts.define('birds', 'acme', BIRDS);
    texts.add('birds', 'site', { it: { hello: 'Ciao', helo: 'x', 'seen.one': 'un uccello', 'seen.many': '{count}' } });
    texts.add('bird', 'site', { it: { hello: 'Ciao' } });
    expect(texts.faults()).toEqual([
      { name: 'birds', locale: 'it', key: 'hello', fault: 'value' },
      { name: 'birds', locale: 'it', key: 'helo', fault: 'key' },
      { name: 'bird', locale: 'it', key: '', fault: 'catalogue' },
    ]);
    expect(() => texts.define('birds', 'other', BIRDS)).toThrow('Choose another name');
  });

  it('are listed for a translator, with missing ones in English', () => {
    const texts = createTexts();
    texts.define('birds', 'acme', BIRDS);
    texts.add('birds', 'site', { cs: { 'seen.few': '{count} ptáci', 'seen.other': '{count} ptáků' } });
    expect(texts.texts('birds', 'cs')).toEqual({
      texts: { bye: 'Bye', hello: 'Hello {name}', 'seen.few': '{count} ptáci', 'seen.other': '{count} ptáků' },
      missing: ['hello', 'bye'],
    });
    expect(texts.texts('nothing', 'cs')).toBeNull();
  });
});

describe('site with its own texts', () => {
  const rewording = () =>
    definePlugin({
      name: 'acme-words',
      version: '1.0.0',
      setup: ({ texts }) => texts.add('knowledge-base', { en: { 'search.submit': 'Look it up' } }),
    });

  it('supports a language that Mortise does not ship, on pages and in article content', async () => {
    write('knowledge-base/it.json', { 'search.submit': 'Cerca', 'text.note': 'Nota bene' });
    write('core/it.json', { 'admin.dashboard': 'Cruscotto' });
    host = await createTestHost({ plugins: [knowledgeBase()], texts: folder, locale: 'it' });
    const as = await host.createUser('administrator');
    const body = { title: 'Uccelli', slug: 'uccelli', content: '> [!NOTE]\n> Zitto.', status: 'publish' };
    await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    const page = await (await host.visit('/kb/uccelli')).text();
    expect(page).toContain('lang="it"');
    expect(page).toContain('Cerca</span></button>');
    expect(page).toContain('Nota bene');
    expect(await (await host.visit('/admin', { as })).text()).toContain('Cruscotto');
  });

  it('uses the texts of a plugin while the plugin is active', async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), rewording()] });
    const search = async () => (await (await host?.visit('/kb/search'))?.text()) ?? '';
    expect(await search()).toContain('Look it up</span></button>');
    await host.plugins.deactivate('acme-words');
    expect(await search()).not.toContain('Look it up');
  });

  it('logs unknown keys at startup', async () => {
    write('knowledge-base/it.json', { 'search.submitt': 'Cerca' });
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    host = await createTestHost({ plugins: [knowledgeBase()], texts: folder, log });
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ catalogue: 'knowledge-base', locale: 'it', key: 'search.submitt' }),
    );
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a number for a text', '{"a":1}'],
  ])('rejects %s in a file at startup with an error that names the file', async (_what, content) => {
    const file = write('knowledge-base/it.json', content);
    const error = await createTestHost({ plugins: [knowledgeBase()], texts: folder }).then(String, (reason) => reason);
    expect(error).toMatchObject({ code: 'catalogue_invalid', data: { file } });
  });

  it('adds a folder of texts that a plugin names, which is read at startup', async () => {
    write('it.json', { 'search.submit': 'Cerca' });
    const italian = (): Plugin =>
      definePlugin({
        name: 'acme-italian',
        version: '1.0.0',
        setup: ({ texts }) => texts.add('knowledge-base', pathToFileURL(`${folder}/`)),
      });
    host = await createTestHost({ locale: 'it', plugins: [knowledgeBase(), italian()] });
    expect(await (await host.visit('/kb/search')).text()).toContain('Cerca</span></button>');
    await host.close();
    host = undefined;
    const file = write('it.json', '[]');
    const error = await createTestHost({ plugins: [knowledgeBase(), italian()] }).then(String, (reason) => reason);
    expect(error).toMatchObject({
      code: 'plugin_setup_failed',
      cause: { code: 'catalogue_invalid', data: { file } },
    });
  });

  it('rejects a missing folder at startup', async () => {
    const texts = path.join(folder, 'nowhere');
    await expect(createTestHost({ texts })).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it('gives plugins texts in the time zone of the site', async () => {
    let site: Site | undefined;
    const asking = definePlugin({
      name: 'acme-asking',
      version: '1.0.0',
      setup(context) {
        site = context.site;
      },
    });
    host = await createTestHost({ plugins: [asking], timezone: 'Asia/Tokyo' });
    expect(site?.strings('en', BIRDS).date(new Date('2026-03-14T20:00:00Z'))).toBe('March 15, 2026');
  });
});
