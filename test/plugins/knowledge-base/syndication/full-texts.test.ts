import { readdirSync, readlinkSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { definePlugin } from 'mortise';
import { defineBlock } from 'mortise/blocks';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFullTexts } from '../../../../src/plugins/knowledge-base/content/full-texts.js';
import { dialects, migratedDatabase, type TestDatabase } from '../../../support/databases.js';

/** Temporary files that this process has open: each is deleted, but keeps its disk space. Linux only. */
function openFiles(): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return /\/mortise-\w{6}\/file \(deleted\)$/.test(readlinkSync(`/proc/self/fd/${name}`));
    } catch {
      // The descriptor of the listing itself.
      return false;
    }
  }).length;
}

describe('document of all texts', () => {
  const documents = createFullTexts();
  const REST = 'end'.repeat(100_000);
  let builds = 0;
  afterEach(async () => {
    documents.close();
    builds = 0;
    await vi.waitFor(() => expect(openFiles()).toBe(0));
  });

  async function open(locale: string, etag: string): Promise<Readable> {
    const { size, body } = await documents.open(locale, etag, async function* () {
      builds += 1;
      yield `Ünï ${locale} ${etag}`;
      await nextTurn();
      yield REST;
    });
    expect(size).toBe(Buffer.byteLength(`Ünï ${locale} ${etag}${REST}`));
    return body;
  }
  const read = async (locale: string, etag: string): Promise<string> => text(await open(locale, etag));

  it('is built once for concurrent and later readers', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => read('en', 'a')));
    expect([...new Set(found), await read('en', 'a')]).toEqual([`Ünï en a${REST}`, `Ünï en a${REST}`]);
    expect(builds).toBe(1);
  });

  it('is built again for another ETag and another locale', async () => {
    for (const [locale, etag] of [
      ['en', 'a'],
      ['de', 'a'],
      ['en', 'b'],
      ['de', 'a'],
    ] as const) {
      expect(await read(locale, etag)).toBe(`Ünï ${locale} ${etag}${REST}`);
    }
    expect(builds).toBe(3);
  });

  it('is still sent to readers of a version that was replaced', async () => {
    const old = await open('en', 'a');
    const found = await Promise.all([read('en', 'b'), read('en', 'c'), text(old)]);
    expect(found).toEqual(['b', 'c', 'a'].map((etag) => `Ünï en ${etag}${REST}`));
    await vi.waitFor(() => expect(openFiles()).toBe(1));
  });

  it('is sent in full while other readers leave', async () => {
    const [left, unread, cached] = await Promise.all([open('en', 'a'), open('en', 'a'), open('en', 'a')]);
    for await (const _ of left) break;
    unread.destroy();
    expect(await text(cached)).toBe(`Ünï en a${REST}`);
    expect(openFiles()).toBe(1);
  });

  it('fails for all who wait, and is built by the next reader', async () => {
    async function* failing(): AsyncGenerator<string> {
      builds += 1;
      yield 'a';
      await nextTurn();
      throw new Error('No database.');
    }
    const opened = await Promise.allSettled(Array.from({ length: 5 }, () => documents.open('en', 'a', failing)));
    for (const one of opened) expect(one).toMatchObject({ status: 'rejected', reason: { message: 'No database.' } });
    expect(builds).toBe(1);
    expect(openFiles()).toBe(0);
    expect(await read('en', 'a')).toContain(REST);
  });

  it('is written and sent piece by piece', async () => {
    const MIB = 1024 * 1024;
    async function* large(): AsyncGenerator<string> {
      for (let piece = 0; piece < 64; piece += 1) yield 'x'.repeat(MIB);
    }
    const memory = (): number => process.memoryUsage().arrayBuffers;
    const before = memory();
    let highest = 0;
    const { size, body } = await documents.open('en', 'large', large);
    expect(size).toBe(64 * MIB);
    for await (const _ of body) {
      expect(body.readableLength).toBeLessThanOrEqual(body.readableHighWaterMark);
      highest = Math.max(highest, memory() - before);
    }
    expect(highest).toBeLessThan(size);
  });

  it('is on disk for 32 locales', async () => {
    for (let index = 0; index < 40; index += 1) await read(`l${index}`, 'a');
    await vi.waitFor(() => expect(openFiles()).toBe(32));
  });
});

describe.each(dialects)('llms-full.txt during a build, on $name', (dialect) => {
  let database: TestDatabase;
  let host: TestHost;
  let base: string;
  let admin: Awaited<ReturnType<TestHost['createUser']>>;
  let first: number;
  let last: number;
  /** Each build loads the block once. */
  let builds = 0;
  /** The block is rendered when this resolves. */
  let gate = Promise.resolve();
  let visitors = 1;

  beforeAll(async () => {
    const block = defineBlock({
      metadata: { name: 'acme/gate', title: 'Gate' },
      load: async (blocks) => {
        builds += 1;
        await gate;
        return blocks.map(() => '<p>Gate.</p>');
      },
      render: (_block, html) => html,
    });
    const gates = definePlugin({ name: 'acme-gates', version: '1.0.0', setup: ({ blocks }) => blocks.register(block) });
    database = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({
      database: database.url,
      trustProxy: 'loopback',
      plugins: [knowledgeBase(), gates],
    });
    base = await host.listen();
    admin = await host.createUser('administrator');
    first = await create({ title: 'A', content: 'First text.' });
    await create({ title: 'B', format: 'blocks', content: '<!-- wp:acme/gate /-->' });
    last = await create({ title: 'C', content: 'Last text.' });
    await create({ title: 'D', content: 'Closed text.', access_rule: { mode: 'roles', roles: ['administrator'] } });
  });
  beforeEach(async () => {
    gate = Promise.resolve();
    // A new version, so that each test starts without a document.
    await change(first, { content: `First text ${visitors}.` });
    builds = 0;
  });
  afterAll(async () => {
    await host?.close();
    await database?.drop();
    await vi.waitFor(() => expect(openFiles()).toBe(0));
  });

  async function create(body: object): Promise<number> {
    const article = { status: 'publish', ...body };
    const { status, data } = await host.request('POST', '/vendor-kb/v1/articles', { as: admin, body: article });
    expect(status).toBe(201);
    return (data as { id: number }).id;
  }
  async function change(id: number, body: object): Promise<void> {
    const { status } = await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: admin, body });
    expect(status).toBe(200);
  }
  /** Each request has its own IP address, which the rate limit counts by. */
  const get = (init: RequestInit = {}) =>
    fetch(`${base}/kb/llms-full.txt`, {
      ...init,
      headers: { ...init.headers, 'X-Forwarded-For': `198.51.100.${visitors++}` },
    });
  const read = async (): Promise<string> => (await get()).text();

  /** Stops builds at the block, until the returned function is called. */
  function stopBuilds(): () => void {
    let resume = (): void => {};
    gate = new Promise((resolve) => {
      resume = resolve;
    });
    return resume;
  }
  const started = (count: number) => vi.waitFor(() => expect(builds).toBe(count));

  it('is built once for concurrent requests', async () => {
    const resume = stopBuilds();
    const reading = Array.from({ length: 12 }, read);
    await started(1);
    setTimeout(resume, 200);
    const [found = '', ...others] = await Promise.all(reading);
    expect(found).toMatch(/First text [\s\S]*Gate\.[\s\S]*Last text\./);
    for (const other of others) expect(other).toBe(found);
    expect(await read()).toBe(found);
    expect(builds).toBe(1);
  });

  it('is built again for requests that start after a change', async () => {
    const resume = stopBuilds();
    const before = read();
    await started(1);
    await change(first, { content: 'Changed text.' });
    const after = [read(), read()];
    await started(2);
    resume();
    expect(await before).toContain('First text ');
    for (const found of await Promise.all(after)) expect(found).toContain('Changed text.');
    expect(builds).toBe(2);
  });

  it('leaves out an article that was closed after the build', async () => {
    expect(await read()).toContain('Last text.');
    await change(last, { access_rule: { mode: 'nobody' } });
    expect(await read()).not.toContain('Last text.');
    await change(last, { access_rule: { mode: 'inherit' } });
    expect(await read()).toContain('Last text.');
  });

  it('is the document of anonymous visitors for every user', async () => {
    const asAdmin = await host.visit('/kb/llms-full.txt', { as: admin });
    expect(await asAdmin.text()).not.toContain('Closed text.');
    expect(await read()).not.toContain('Closed text.');
    const page = await host.visit('/kb/d', { as: admin });
    expect(await page.text()).toContain('Closed text.');
  });

  it('is sent to the others when a client disconnects', async () => {
    const open = openFiles();
    const resume = stopBuilds();
    const leaving = new AbortController();
    const left = get({ signal: leaving.signal });
    await started(1);
    const cached = read();
    leaving.abort();
    await expect(left).rejects.toThrow();
    setTimeout(resume, 100);
    expect(await cached).toContain('Last text.');
    // Replaces the document. Its file is closed once no reader has it open.
    await change(first, { content: 'Next text.' });
    expect(await read()).toContain('Next text.');
    await vi.waitFor(() => expect(openFiles()).toBe(open));
  });

  it('fails for all who wait when it cannot be stored, and is built by the next request', async () => {
    vi.stubEnv('TMPDIR', '/nowhere');
    try {
      for (const { status } of await Promise.all([get(), get()])) expect(status).toBe(500);
    } finally {
      vi.unstubAllEnvs();
    }
    expect(await read()).toContain('Last text.');
    expect(builds).toBe(1);
  });
});
