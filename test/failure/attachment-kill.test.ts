import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { killPointsOn } from '../support/kill-loop.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

/** A file enters the library before an article has it, and leaves it together with the attachment. */
describe.each(dialects)('article file under kills on $name', { timeout: 240_000 }, (dialect) => {
  let site: SharedSite;
  let folder: string;
  let article: number;
  const kb = () => site.host.plugin('knowledge-base');

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-attachment-'));
    site = await shareSite(dialect, { storage: `file:${folder}`, plugins: [knowledgeBase()] });
  });
  beforeEach(async () => {
    article = (await kb().articles.create({ title: 'A guide', status: 'publish' }, { user: null, source: 'cli' })).id;
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  const killAt = (what: string, stop: string): Promise<void> =>
    site.start('attach-file', folder, `${article}`, what, stop).killed();
  const figure = async () => (await kb().articles.get(article))?.counters?.attachments ?? 0;

  it.each(killPointsOn(dialect, ['taken', 'attached']))(
    'stays in the library, intact and attachable, when its addition is killed at "%s"',
    async (stop) => {
      await killAt('add', stop);
      expect(await kb().attachments.of(article)).toEqual([]);
      expect(await figure()).toBe(0);
      const file = (await site.host.media.list()).attachments.find(({ postId }) => postId === article);
      if (!file) throw new Error('The file is gone.');
      await kb().attachments.add(article, { file, isOwnFile: true, by: null });
      expect(await figure()).toBe(1);
    },
  );

  it('stays in the article and the library when its removal is killed, and can be removed again', async () => {
    const file = await site.host.media.create(Buffer.from('%PDF-1.7 b'), { filename: 'b.pdf', postId: article });
    const { id } = await kb().attachments.add(article, { file, isOwnFile: true, by: null });
    await killAt(String(id), 'attached');
    expect(await kb().attachments.of(article)).toMatchObject([{ id, file: { id: file.id } }]);
    expect(await figure()).toBe(1);
    const bytes = await site.host.media.read(file.id);
    expect(Buffer.concat(await bytes.toArray()).toString()).toBe('%PDF-1.7 b');
    await kb().attachments.remove(id);
    expect(await site.host.media.get(file.id)).toBeNull();
    expect(await figure()).toBe(0);
  });
});
