import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STATEMENTS, type TracedStatement } from '../../../src/core/database/database.js';
import { forgetRendered } from '../../../src/plugins/knowledge-base/content/article-schedule.js';
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
  /** Marks the stored texts to identify the source of an answer. */
  const mark = () => host.db.query.updateTable('kb_rendered_texts').set({ html: '<p>From the table</p>' }).execute();

  it('are written on save, with highlighted code', async () => {
    const id = await write('```js\nconst a = 1;\n```');
    expect(await stored()).toMatchObject([{ article_id: id, html: expect.stringContaining('hljs-keyword') }]);
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as, body: { content: 'Another text.' } });
    expect(await stored()).toMatchObject([
      { html: '<p>Another text.</p>\n', text: expect.stringContaining('Another') },
    ]);
  });

  it('are read by a new process, which renders nothing', async () => {
    const id = await write('# One');
    await mark();
    expect(await htmlOf(await start(), id)).toBe('<p>From the table</p>');
  });

  it('are read for a list in one query, and not again', async () => {
    for (let n = 0; n < 5; n += 1) await write(`Text ${n}`);
    const statements: string[] = [];
    const listen = (message: unknown): void => {
      const { sql } = message as TracedStatement;
      if (sql.includes('kb_rendered_texts')) statements.push(sql);
    };
    // Databases report statements only to listeners present when they were opened.
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

  it('are not reused for another key, source, language or format', async () => {
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

  it('are rendered by the first reader when missing, and stored afterwards', async () => {
    const id = await write('Mine.');
    await host.db.query.deleteFrom('kb_rendered_texts').execute();
    const reader = await start();
    expect(await htmlOf(reader, id)).toBe('<p>Mine.</p>\n');
    await reader.plugin('knowledge-base').renderedTexts.settle();
    expect(await stored()).toMatchObject([{ article_id: id, html: '<p>Mine.</p>\n' }]);
  });

  it('are rolled back with their save', async () => {
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

  it('are deleted with their article, by age and with the cache', async () => {
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
