import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';

/** A file is in the library before an article has it, and leaves it with the attachment or not at all. */
describe.each(dialects)('a file of an article and a kill on $name', { timeout: 240_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let host: TestHost;
  let folder: string;
  let article: number;
  const kb = () => host.plugin('knowledge-base');

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect, [knowledgeBase()]));
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-attachment-'));
    host = await createTestHost({ database: url, storage: `file:${folder}`, plugins: [knowledgeBase()] });
    article = (await kb().articles.create({ title: 'A guide', status: 'publish' }, { user: null, source: 'cli' })).id;
  });
  afterEach(async () => {
    await host.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function killAt(what: string, stop: string): Promise<void> {
    const script = startScript('../../../failure/processes/attach-file.ts', [url, folder, `${article}`, what, stop]);
    await expect(script.line()).rejects.toThrow(/ended without a further line\. $/);
  }
  const figure = async () => (await kb().articles.get(article))?.figures?.attachments ?? 0;

  it.each(['taken', 'attached'])(
    'on its way in, at "%s": it is in the library, whole, and can be attached',
    async (stop) => {
      await killAt('add', stop);
      expect(await kb().attachments.of(article)).toEqual([]);
      expect(await figure()).toBe(0);
      const [file] = (await host.media.list()).attachments;
      if (!file) throw new Error('The file is gone.');
      expect(file.postId).toBe(article);
      await kb().attachments.add(article, { file, isOwnFile: true, by: null });
      expect(await figure()).toBe(1);
    },
  );

  it('on its way out: article and library have it as before, and it can be removed', async () => {
    const file = await host.media.create(Buffer.from('%PDF-1.7 b'), { filename: 'b.pdf', postId: article });
    const { id } = await kb().attachments.add(article, { file, isOwnFile: true, by: null });
    await killAt(String(id), 'attached');
    expect(await kb().attachments.of(article)).toMatchObject([{ id, file: { id: file.id } }]);
    expect(await figure()).toBe(1);
    const bytes = await host.media.read(file.id);
    expect(Buffer.concat(await bytes.toArray()).toString()).toBe('%PDF-1.7 b');
    await kb().attachments.remove(id);
    expect(await host.media.get(file.id)).toBeNull();
    expect(await figure()).toBe(0);
  });
});
