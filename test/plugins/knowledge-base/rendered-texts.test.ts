import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STATEMENTS, type ToldStatement } from '../../../src/core/database/statement-channel.js';
import { forgetRendered } from '../../../src/plugins/knowledge-base/article-schedule.js';
import { dialects, migratedDatabase } from '../../support/databases.js';

describe.each(dialects)('rendered texts on $name', (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  const hosts: TestHost[] = [];
  let host: TestHost;
  let as: Awaited<ReturnType<TestHost['createUser']>>;

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect, [knowledgeBase()]));
    host = await start();
    as = await host.createUser('editor');
  });
  afterEach(async () => {
    for (const each of hosts.splice(0)) await each.close();
    await drop();
  });

  async function start(): Promise<TestHost> {
    const started = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    hosts.push(started);
    return started;
  }
  const stored = () => host.db.query.selectFrom('kb_rendered_texts').selectAll().orderBy('article_id').execute();
  async function write(content: string): Promise<number> {
    const body = { title: 'x', content, status: 'publish' };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    return (data as { id: number }).id;
  }
  async function htmlOf(site: TestHost, id: number): Promise<string> {
    const { data } = await site.request('GET', `/vendor-kb/v1/articles/${id}?count=0`);
    return (data as { content: { rendered: string } }).content.rendered;
  }
  /** Marks what is stored, so that it is known where an answer comes from. */
  const mark = () => host.db.query.updateTable('kb_rendered_texts').set({ html: '<p>From the table</p>' }).execute();

  it('are written by the save that they come from, code coloured', async () => {
    const id = await write('```js\nconst a = 1;\n```');
    expect(await stored()).toMatchObject([{ article_id: id, html: expect.stringContaining('hljs-keyword') }]);
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as, body: { content: 'Another text.' } });
    expect(await stored()).toMatchObject([
      { html: '<p>Another text.</p>\n', text: expect.stringContaining('Another') },
    ]);
  });

  it('are read by a process that has just begun, which renders nothing again', async () => {
    const id = await write('# One');
    await mark();
    expect(await htmlOf(await start(), id)).toBe('<p>From the table</p>');
  });

  it('of a list are one query, and none once they were read', async () => {
    for (let n = 0; n < 5; n += 1) await write(`Text ${n}`);
    const statements: string[] = [];
    const listen = (told: unknown): void => {
      const { sql } = told as ToldStatement;
      if (sql.includes('kb_rendered_texts')) statements.push(sql);
    };
    // Databases tell of their statements to who was there when they were opened.
    STATEMENTS.subscribe(listen);
    try {
      const cold = await start();
      statements.length = 0;
      await cold.request('GET', '/vendor-kb/v1/articles');
      expect(statements).toHaveLength(1);
      for (let n = 0; n < 3; n += 1) await cold.request('GET', '/vendor-kb/v1/articles');
      expect(statements).toHaveLength(1);
    } finally {
      STATEMENTS.unsubscribe(listen);
    }
  });

  it('are not taken for those of another source, language or release', async () => {
    const id = await write('Mine.');
    for (const change of [{ key: '0'.repeat(64) }]) {
      await host.db.query
        .updateTable('kb_rendered_texts')
        .set({ ...change, html: 'stale' })
        .execute();
      expect(await htmlOf(await start(), id)).toBe('<p>Mine.</p>\n');
    }
    const { rendering } = host.plugin('knowledge-base');
    const source = { content: 'a', contentFormat: 'markdown', locale: 'en' } as const;
    const keys = [
      source,
      { ...source, content: 'b' },
      { ...source, locale: 'de' },
      { ...source, contentFormat: 'html' as const },
    ].map(rendering.keyOf);
    expect(new Set(keys).size).toBe(4);
    expect(rendering.keyOf({ ...source })).toBe(keys[0]);
  });

  it('that are missing are made by who reads them first, and kept for the others a moment later', async () => {
    const id = await write('Mine.');
    await host.db.query.deleteFrom('kb_rendered_texts').execute();
    const reader = await start();
    expect(await htmlOf(reader, id)).toBe('<p>Mine.</p>\n');
    await reader.plugin('knowledge-base').renderedTexts.settle();
    expect(await stored()).toMatchObject([{ article_id: id, html: '<p>Mine.</p>\n' }]);
  });

  it('of a save that is undone are undone with it', async () => {
    const id = await write('Before.');
    const { articles } = host.plugin('knowledge-base');
    const failing = host.db.transaction(async () => {
      await articles.update(id, { content: 'After.' }, { user: null, source: 'cli' });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await stored()).toMatchObject([{ html: '<p>Before.</p>\n' }]);
    expect(await htmlOf(await start(), id)).toBe('<p>Before.</p>\n');
  });

  it('go with their article, with the cache, and by age', async () => {
    const first = await write('One.');
    await write('Two.');
    await host.request('DELETE', `/vendor-kb/v1/articles/${first}?force=true`, { as });
    expect(await stored()).toHaveLength(1);
    const { caches, renderedTexts } = host.plugin('knowledge-base');
    await renderedTexts.purge(new Date(Date.now() - 60_000));
    expect(await stored()).toHaveLength(1);
    host.hooks.addFilter('vendor_kb_cache_ttl', (_kept, { group }) => (group === 'render' ? 0 : 1));
    await forgetRendered(host.plugin('knowledge-base'), host.hooks, new Date(Date.now() + 1));
    expect(await stored()).toHaveLength(0);
    await write('Three.');
    await caches.flush(['render'], { user: null, source: 'cli' });
    expect(await stored()).toHaveLength(0);
  });
});
