import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkFolder } from '../../../src/plugins/knowledge-base/content/import/walk-folder.js';
import { exportInto } from '../../support/knowledge-base-export.js';
import { corpus, type Documentation, FOLDERS } from './documentation.js';

/** Result of an import, without values that differ from run to run. */
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

/** @param isImported whether the export is imported as well */
export function describeMarkdownExport(documentation: () => Documentation, isImported: boolean): void {
  describe('exported as Markdown', () => {
    const exported = (name: string): string =>
      path.join(tmpdir(), `mortise-exported-${process.pid}-${documentation().dialect.name}`, name);

    beforeAll(async () => {
      for (const name of FOLDERS) await exportInto(documentation().host, exported(name), { source: name });
    }, 180_000);
    afterAll(() => rm(exported('.'), { recursive: true, force: true }));

    it.each([
      ['cncf-glossary', 955],
      ['login-gov-help', 103],
    ])('%s is exported as its %i original files, byte for byte', async (name, count) => {
      const { files } = await walkFolder(exported(name));
      expect(files).toHaveLength(count);
      const original = (await walkFolder(corpus(name))).files.filter((file) => /\.md$/.test(file));
      expect(files).toEqual(original.filter((file) => !file.endsWith('LICENSE.md')));
      const changed: string[] = [];
      for (const file of files) {
        const [before, after] = await Promise.all([
          readFile(path.join(corpus(name), file)),
          readFile(path.join(exported(name), file)),
        ]);
        if (!before.equals(after)) changed.push(file);
      }
      expect(changed).toEqual([]);
    });

    it.runIf(isImported)(
      'recreates the same tables when the export is imported',
      async () => {
        const second = await documentation().freshHost();
        for (const name of FOLDERS) await second.plugin('knowledge-base').importFolder(exported(name), { name });
        expect(await tablesOf(second)).toEqual(await tablesOf(documentation().host));
      },
      180_000,
    );
  });
}
