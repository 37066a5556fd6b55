import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { walkFolder } from '../../src/plugins/knowledge-base/import/walk-folder.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { exportInto } from '../support/knowledge-base-export.js';

const isThere = inject('services').includes('corpus');
const folder = (name: string): string => path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', name);
const NAMES = ['cncf-glossary', 'login-gov-help'] as const;

/** What an import leaves, without what differs from run to run. */
async function tablesOf(host: TestHost) {
  const articles = await host.db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .selectAll()
    .orderBy('posts.id')
    .execute();
  const terms = await host.db.query.selectFrom('terms').selectAll().orderBy('id').execute();
  const redirects = await host.db.query.selectFrom('kb_redirects').selectAll().orderBy('address').execute();
  const sources = await host.db.query.selectFrom('kb_sources').selectAll().orderBy('key').execute();
  const timeless = (rows: object[]) =>
    rows.map((row) => ({ ...row, created_at: 0, modified_at: 0, published_at: 0, imported_at: 0, uuid: '' }));
  return [articles, terms, redirects, sources].map(timeless);
}

describe.skipIf(!isThere).each(dialects)('real documentation that was imported, on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  let host: TestHost;
  const exported = (name: string): string =>
    path.join(tmpdir(), `mortise-exported-${process.pid}-${dialect.name}`, name);

  async function freshHost(): Promise<TestHost> {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    const fresh = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    cleanups.push(fresh.close);
    return fresh;
  }

  beforeAll(async () => {
    host = await freshHost();
    for (const name of NAMES) await host.plugin('knowledge-base').importFolder(folder(name), { name });
    cleanups.push(() => rm(exported('.'), { recursive: true, force: true }));
    for (const name of NAMES) await exportInto(host, exported(name), { source: name });
  }, 180_000);

  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  it.each([
    ['cncf-glossary', 955],
    ['login-gov-help', 103],
  ])('%s is exported as the %i files it came from, byte for byte', async (name, count) => {
    const { files } = await walkFolder(exported(name));
    expect(files).toHaveLength(count);
    const original = (await walkFolder(folder(name))).files.filter((file) => /\.md$/.test(file));
    expect(files).toEqual(original.filter((file) => !file.endsWith('LICENSE.md')));
    const changed: string[] = [];
    for (const file of files) {
      const [before, after] = await Promise.all([
        readFile(path.join(folder(name), file)),
        readFile(path.join(exported(name), file)),
      ]);
      if (!before.equals(after)) changed.push(file);
    }
    expect(changed).toEqual([]);
  });

  it('makes the same tables again when the export is imported', async () => {
    const second = await freshHost();
    for (const name of NAMES) await second.plugin('knowledge-base').importFolder(exported(name), { name });
    expect(await tablesOf(second)).toEqual(await tablesOf(host));
  }, 180_000);
});
