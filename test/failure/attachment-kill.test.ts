import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';

/** A file enters the library before an article has it, and leaves it together with the attachment. */
describe.each(dialects)('article file under kills on $name', { timeout: 240_000 }, (dialect) => {
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
    'stays in the library, intact and attachable, when its addition is killed at "%s"',
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

  it('stays in the article and the library when its removal is killed, and can be removed again', async () => {
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
