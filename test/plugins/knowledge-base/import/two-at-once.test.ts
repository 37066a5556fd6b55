import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { createFileTaker } from '../../../../src/plugins/knowledge-base/content/import/media/take-file.js';
import { emptyReport } from '../../../../src/plugins/knowledge-base/content/import/report.js';
import { createSources } from '../../../../src/plugins/knowledge-base/content/import/sources.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { deferred } from '../../../support/deferred.js';
import { temporaryFolder } from './temporary-folder.js';

/** Returns a function whose calls wait until `count` of them have begun. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = deferred();
  let started = 0;
  return () => {
    started += 1;
    if (started === count) resolve();
    return promise;
  };
}

describe.each(dialects)('concurrent imports of one source on $name', (dialect) => {
  const cleanups: (() => Promise<void>)[] = [];
  let hosts: TestHost[];
  let folder: string;

  beforeEach(async () => {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    cleanups.push(drop);
    folder = await temporaryFolder({
      'one.md': '---\nattachments: [files/notes.txt]\n---\n[notes](files/notes.txt) [more](files/more.txt)\n',
      'files/notes.txt': 'Notes.\n',
      'files/more.txt': 'More.\n',
    });
    const storage = `file:${await temporaryFolder({})}`;
    hosts = [];
    for (let number = 0; number < 2; number += 1) {
      const host = await createTestHost({ database: url, storage, plugins: [knowledgeBase()] });
      cleanups.push(host.close);
      hosts.push(host);
    }
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  const take = (host: TestHost, media: 'link' | 'copy') =>
    importFrom(host.plugin('knowledge-base'), host.hooks, { path: folder, name: 'book', media });
  const library = async ([host]: TestHost[]) =>
    ((await host?.plugin('knowledge-base').media.list({ perPage: 100 }))?.attachments ?? []).map(
      ({ filename }) => filename,
    );

  it('import each file once, even if both store it before either records it', async () => {
    const [first] = hosts;
    if (!first) throw new Error('no host');
    await take(first, 'link');
    const article = await first.plugin('knowledge-base').articles.byPath('en', 'book/one');
    const beforeUpload = meeting(hosts.length);
    const afterUpload = meeting(hosts.length);
    const found = await Promise.all(
      hosts.map(async (host) => {
        const kb = host.plugin('knowledge-base');
        const report = emptyReport({ source: 'book', profile: 'hugo', files: 1, dryRun: false });
        const uploads: typeof kb.uploads = {
          ...kb.uploads,
          async take(...args) {
            // Otherwise the slower one would find the file of the faster one in the library and upload none.
            await beforeUpload();
            const file = await kb.uploads.take(...args);
            await afterUpload();
            return file;
          },
        };
        const parts = { kb: { ...kb, uploads }, sources: createSources(kb.db, 'book'), report };
        const { take: takeFile } = createFileTaker({ ...parts, update: 'newer', author: null, dryRun: false });
        const key = 'files/notes.txt';
        const file = await takeFile({ key, path: path.join(folder, key) }, article?.id ?? 0);
        return { id: file?.id, media: report.media };
      }),
    );
    expect(found[0]?.id).toBe(found[1]?.id);
    expect(found.map(({ media }) => media.created).sort()).toEqual([0, 1]);
    expect(await library(hosts)).toEqual(['notes.txt']);
  });

  it('create no duplicates', async () => {
    const [first] = hosts;
    if (!first) throw new Error('no host');
    await take(first, 'link');
    // Refresh like processes that start now.
    for (const host of hosts) await host.plugin('knowledge-base').categories.refresh();
    const reports = await Promise.all(hosts.map((host) => take(host, 'copy')));
    expect(reports.flatMap(({ problems, warnings }) => [...problems, ...warnings])).toEqual([]);
    expect((await library(hosts)).sort()).toEqual(['more.txt', 'notes.txt']);
    const kb = first.plugin('knowledge-base');
    const article = await kb.articles.byPath('en', 'book/one');
    expect(await kb.attachments.of(article?.id ?? 0)).toHaveLength(1);
    expect(article?.content).toMatch(/^\[notes\]\(\/media\/\S+\) \[more\]\(\/media\/\S+\)\n$/);
    expect(await take(first, 'copy')).toMatchObject({
      media: { created: 0, unchanged: 2 },
      articles: { unchanged: 1 },
    });
  });
});
