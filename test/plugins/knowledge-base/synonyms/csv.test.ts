import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  synonymsFromCsv,
  synonymsToCsv,
} from '../../../../src/plugins/knowledge-base/domain/search/synonyms/synonyms-csv.js';

/** Valid entry: trimmed, and without the separator of entries. */
const entry = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(/[|\s]+/gu, ' ').trim())
  .filter((text) => /[\p{L}\p{N}]/u.test(text) && !text.startsWith("'") && !text.startsWith('\ufeff'));

describe('synonyms CSV file', () => {
  it('is read back as written', async () => {
    const entries = fc.array(entry, { minLength: 1, maxLength: 4 });
    const group = fc.record({ locale: fc.constantFrom('en', 'de', 'pt-br'), words: entries, also: entries });
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 5 }), async (groups) => {
        const read = await synonymsFromCsv(synonymsToCsv(groups), 'en');
        expect(read.map(({ locale, words, also }) => ({ locale, words, also }))).toEqual(groups);
      }),
    );
  });

  it('needs neither a locale nor an also column', async () => {
    expect(await synonymsFromCsv('words\ncar| auto \n', 'de')).toEqual([
      { locale: 'de', words: ['car', 'auto'], also: [], line: 2 },
    ]);
  });

  it.each([
    ['columns of other names', 'a,b\n1,2\n', /columns/],
    ['an open quotation mark', 'words\n"car|auto\n', /CSV/],
  ])('is rejected for %s', async (_, text, message) => {
    await expect(synonymsFromCsv(text, 'en')).rejects.toMatchObject({
      code: 'vendor_kb_invalid_synonyms_file',
      message: expect.stringMatching(message),
    });
  });
});

describe('mortise kb synonyms', () => {
  let host: TestHost;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-synonyms-'));
    host = await createTestHost({ plugins: [knowledgeBase()] });
  });
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function importing(text: string, ...options: string[]) {
    const file = path.join(folder, 'in.csv');
    await writeFile(file, text);
    return host.command('kb', 'synonyms', 'import', file, '--format=json', ...options);
  }
  const listed = async () => JSON.parse((await host.command('kb', 'synonyms', 'list', '--format=json')).stdout);

  it('imports nothing from a file with an invalid line, and names the line', async () => {
    const { code, stderr } = await importing('words,also\ncar|auto,\n?,x\n');
    expect(code).toBe(2);
    expect(stderr).toContain('Line 3');
    const other = await importing('locale,words\nno_such!,car|auto\n');
    expect(JSON.parse(other.stderr)).toMatchObject({
      message: expect.stringMatching(/^Line 2: "no_such!" is not a language/),
    });
    expect(await listed()).toEqual([]);
  });

  it('supports dry runs, imports groups once, and exports them unchanged', async () => {
    const text =
      '"locale","words","also"\r\n"de","Handy|Mobiltelefon",""\r\n"en","k8s","kubernetes|container platform"\r\n';
    expect(JSON.parse((await importing(text, '--dry-run')).stdout)).toEqual({ groups: 2, added: 2, known: 0 });
    expect(await listed()).toEqual([]);
    expect(JSON.parse((await importing(text)).stdout)).toEqual({ groups: 2, added: 2, known: 0 });
    expect(JSON.parse((await importing(text)).stdout)).toEqual({ groups: 2, added: 0, known: 2 });
    expect(await listed()).toMatchObject([
      { locale: 'de', words: 'Handy, Mobiltelefon', also: '' },
      { locale: 'en', words: 'k8s', also: 'kubernetes, container platform' },
    ]);
    const file = path.join(folder, 'out.csv');
    expect(await host.command('kb', 'synonyms', 'export', file)).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(text);
    expect((await host.command('kb', 'synonyms', 'export', '--locale=de')).stdout).toContain('Handy|Mobiltelefon');
  });

  it('reports a missing file', async () => {
    const { code, stderr } = await host.command('kb', 'synonyms', 'import', path.join(folder, 'nowhere.csv'));
    expect(code).toBe(2);
    expect(stderr).toContain('nowhere.csv');
  });
});
