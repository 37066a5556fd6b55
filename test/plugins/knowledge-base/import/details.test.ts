import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import type { TestHost } from 'mortise/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDetails } from '../../../../src/plugins/knowledge-base/content/import/details/source-details.js';
import { readFields } from '../../../../src/plugins/knowledge-base/content/import/fields.js';
import { type ImportRequest, importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { dialects } from '../../../support/databases.js';
import { exportInto } from '../../../support/knowledge-base-export.js';
import { importedArticle, startImportHost } from './import-host.js';
import { temporaryFolder } from './temporary-folder.js';

const actor = { user: null, source: 'rest' } as const;
const ONE = `---
title: One
# The day of the audit.
review_by: 2031-05-01
seo: { title: "One, at a glance", description: All of it, canonical: "https://example.com/one", noindex: true }
related:
  - two.md
  - /chapter/three/
contributors: [ada, nobody-here]
search_aliases: [the one, number 1]
---
Text.
`;

describe.each(dialects)('additional front matter fields on $name', (dialect) => {
  let host: TestHost;
  let ada: number;
  beforeEach(async () => {
    host = await freshHost();
  });

  async function freshHost(): Promise<TestHost> {
    const fresh = await startImportHost(dialect);
    ada = (await fresh.createUser('editor')).id;
    await fresh.db.query.updateTable('users').set({ login: 'ada' }).where('id', '=', ada).execute();
    return fresh;
  }
  const source = () =>
    temporaryFolder({
      'one.md': ONE,
      'two.md': '---\ntitle: Two\nrelated: one.md\n---\nTwo.\n',
      'chapter/three.md': '---\ntitle: Three\n---\nThree.\n',
    });
  const run = (folder: string, options: Partial<ImportRequest> = {}, on = host) =>
    importFrom(on.plugin('knowledge-base'), on.hooks, { path: folder, name: 'book', ...options });
  const article = (place: string, on = host) => importedArticle(on, `book/${place}`);
  const seo = {
    title: 'One, at a glance',
    description: 'All of it',
    canonical: 'https://example.com/one',
    noindex: true,
  };
  const kb = () => host.plugin('knowledge-base');

  it('are imported for articles related in any order, with a warning for an unknown user', async () => {
    const report = await run(await source());
    const [one, two, three] = [await article('one'), await article('two'), await article('chapter/three')];
    expect(one).toMatchObject({ reviewBy: '2031-05-01', seo: { ...seo, ogImage: 0 }, contributors: [ada] });
    expect(one.searchAliases).toEqual(['the one', 'number 1']);
    expect([one.related, two.related]).toEqual([[two.id, three.id], [one.id]]);
    expect(one.meta).toEqual({});
    expect(report.warnings).toEqual([{ key: 'one.md', message: expect.stringContaining('"nobody-here"') }]);
  });

  it('change nothing the second time, and follow the source if not edited', async () => {
    const folder = await source();
    await run(folder);
    const { version } = await article('one');
    await run(folder);
    expect((await article('one')).version).toBe(version);
    await writeFile(path.join(folder, 'one.md'), ONE.replace('2031', '2032').replace('  - two.md\n', ''));
    await run(folder);
    expect(await article('one')).toMatchObject({
      reviewBy: '2032-05-01',
      related: [(await article('chapter/three')).id],
    });
    await writeFile(path.join(folder, 'one.md'), '---\ntitle: One\n---\nText.\n');
    await run(folder);
    expect(await article('one')).toMatchObject({ reviewBy: null, related: [], contributors: [], seo: { title: '' } });
    expect((await article('one')).searchAliases).toEqual([]);
  });

  it('keep local changes unless overwriting is requested', async () => {
    const folder = await source();
    await run(folder);
    await kb().articles.update((await article('one')).id, { reviewBy: '2040-01-01' }, actor);
    await writeFile(path.join(folder, 'one.md'), ONE.replace('2031', '2032').replace('All of it', 'Most of it'));
    expect(await run(folder)).toMatchObject({ edited: ['one.md'] });
    expect(await article('one')).toMatchObject({ reviewBy: '2040-01-01', seo: { description: 'Most of it' } });
    await run(folder, { update: 'overwrite' });
    expect(await article('one')).toMatchObject({ reviewBy: '2032-05-01' });
  });

  it('are exported byte for byte, except for the keys changed locally', async () => {
    const folder = await source();
    await run(folder);
    const target = path.join(await temporaryFolder({}), 'out');
    const text = (name: string) => readFile(path.join(target, name), 'utf8');
    await exportInto(host, target, { source: 'book' });
    expect([await text('one.md'), await text('two.md')]).toEqual([
      ONE,
      '---\ntitle: Two\nrelated: one.md\n---\nTwo.\n',
    ]);
    const three = await article('chapter/three');
    await kb().articles.update(three.id, { related: [(await article('one')).id], seo: { noindex: true } }, actor);
    await kb().articles.update((await article('one')).id, { reviewBy: null, modifiedAt: three.modifiedAt }, actor);
    await exportInto(host, target, { source: 'book', force: true });
    expect(await text('one.md')).toBe(ONE.replace('review_by: 2031-05-01\n', ''));
    expect(await text('chapter/three.md')).toContain('seo:\n  noindex: true\nrelated:\n  - ../one.md\n');
    const second = await freshHost();
    await run(target, {}, second);
    expect((await article('chapter/three', second)).related).toEqual([(await article('one', second)).id]);
    expect(await article('one', second)).toMatchObject({ reviewBy: null, seo, contributors: [ada] });
  });

  it('are kept unchanged and have no effect if they are invalid', async () => {
    const text =
      '---\nseo: [1]\nreview_by: 2031-13-45\nrelated: { a: 1 }\ncontributors: 7\nsearch_aliases: [[]]\nfeatured_media: 5\n---\n\nText.\n';
    const page = '---\nimage: 5\nkb_uuid: forged\nseo: x\nicon: star\n---\n';
    const folder = await temporaryFolder({ 'one.md': text, '_index.md': page });
    await run(folder);
    expect(await article('one')).toMatchObject({ reviewBy: null, related: [], contributors: [], featuredMedia: 0 });
    const category = kb().categories.tree().byPath('en', 'book');
    expect(category?.meta).toEqual({ icon: 'star', front_matter: { image: 5, kb_uuid: 'forged', seo: 'x' } });
    const target = path.join(await temporaryFolder({}), 'out');
    expect((await exportInto(host, target, { source: 'book' })).warnings).toEqual([]);
    expect(await readFile(path.join(target, 'one.md'), 'utf8')).toBe(text);
    expect(await readFile(path.join(target, '_index.md'), 'utf8')).toBe(page);
  });
});

describe('front matter with values of any type', () => {
  it('has each key either read completely or left in place', () => {
    const keys = fc.constantFrom('seo', 'review_by', 'related', 'contributors', 'search_aliases', 'featured_media');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.anything()), (data) => {
        const fields = readFields(data);
        const details = readDetails(fields) ?? {};
        const understood = Object.keys(data).filter((key) => !Object.hasOwn(fields.rest(), key));
        expect(understood).toHaveLength(Object.keys(details).length);
        for (const list of [details.related ?? [], details.contributors ?? [], details.searchAliases ?? []]) {
          expect(list.every((text) => typeof text === 'string' && text !== '')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
