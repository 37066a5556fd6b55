import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from 'mortise/client';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echo } from './echo-plugin.js';
import { type Visitor, visitor } from './visitor.js';

const ARTICLES = '/vendor-kb/v1/articles';
const COUNT = 7;

describe('client list', () => {
  let host: TestHost;
  let base: string;
  let person: Visitor;
  let client: Client;
  let administrator: number;
  beforeAll(async () => {
    // The public URL of the host differs from the one that the client uses.
    host = await createTestHost({ plugins: [knowledgeBase(), echo()], url: 'https://example.com' });
    base = await host.listen();
    administrator = (await host.createUser('administrator')).id;
    for (let number = 1; number <= COUNT; number += 1) await publish(`Article ${number}`);
    person = visitor(base);
    client = createClient({ root: '/api', fetch: person.fetch });
  });
  afterAll(() => host.close());

  async function publish(title: string): Promise<number> {
    const body = { title, status: 'publish', tags: ['soup & bread'] };
    const { data } = await host.request('POST', ARTICLES, { as: administrator, body });
    return (data as { id: number }).id;
  }

  const titleOf = (item: unknown): string => (item as { title: { rendered: string } }).title.rendered;
  const query = { per_page: 3, orderby: 'title', tag: 'soup & bread' };
  const everything = Array.from({ length: COUNT }, (_, index) => `Article ${index + 1}`);

  it('has totals', async () => {
    const { items, total, totalPages } = await client.list(ARTICLES, { query });
    expect(items.map(titleOf)).toEqual(everything.slice(0, 3));
    expect({ total, totalPages }).toEqual({ total: COUNT, totalPages: 3 });
  });

  it('is iterated page by page with the same query', async () => {
    const pages: string[][] = [];
    for await (const { items, total } of client.pages(ARTICLES, { query })) {
      expect(total).toBe(COUNT);
      pages.push(items.map(titleOf));
    }
    expect(pages).toEqual([everything.slice(0, 3), everything.slice(3, 6), everything.slice(6)]);
  });

  it('is requested only as far as it is read', async () => {
    const before = person.sent.length;
    for await (const item of client.items(ARTICLES, { query })) if (titleOf(item) === 'Article 4') break;
    expect(person.sent.length - before).toBe(2);
  });

  it('is iterated item by item or read as a whole', async () => {
    const titles: string[] = [];
    for await (const item of client.items(ARTICLES, { query })) titles.push(titleOf(item));
    expect(titles).toEqual(everything);
    expect((await client.all(ARTICLES, { query })).map(titleOf)).toEqual(everything);
    expect((await client.all(ARTICLES, { query: { ...query, page: 2 } })).map(titleOf)).toEqual(everything.slice(3));
  });

  it('is requested at the root of the client, not at the host of a link', async () => {
    const before = person.sent.length;
    await client.all(ARTICLES, { query });
    expect(person.sent.slice(before).map(({ path }) => path.split('?')[0])).toEqual(Array(3).fill(`/api${ARTICLES}`));
  });

  it('ends when it becomes shorter in between or is empty', async () => {
    const extra = [await publish('Article 8'), await publish('Article 9'), await publish('Zest')];
    const titles: string[] = [];
    for await (const { items } of client.pages(ARTICLES, { query })) {
      titles.push(...items.map(titleOf));
      const deleted = titles.length === 9 ? extra : [];
      for (const id of deleted) {
        await host.request('DELETE', `${ARTICLES}/${id}`, { as: administrator, query: { force: 'true' } });
      }
    }
    expect(titles).toEqual([...everything, 'Article 8', 'Article 9']);
    expect(await client.all(ARTICLES, { query: { tag: 'none' } })).toEqual([]);
    expect(await client.all(ARTICLES, { query: { page: 99 } })).toEqual([]);
  });

  it('may be nested in an object, as data or as search results', async () => {
    expect(await client.all('/acme/v1/sales')).toEqual([1, 2, 3, 4, 5]);
    const { items, total } = await client.list('/vendor-kb/v1/search', { query: { q: 'Article', per_page: 2 } });
    expect({ found: items.length, total }).toEqual({ found: 2, total: COUNT });
  });

  it('is an error when the response is not a list', async () => {
    await expect(client.list('/acme/v1/echo')).rejects.toMatchObject({ code: 'invalid_answer', status: 200 });
  });

  it('passes on every other error', async () => {
    const walk = client.all(ARTICLES, { query: { per_page: 1000 } });
    await expect(walk).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400 });
  });
});

describe('client list behind a proxy that removes links', () => {
  it('follows the page numbers', async () => {
    const server = createServer((request, response) => {
      const page = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('page') ?? 1);
      response.writeHead(200, { 'X-CMS-Total': '3', 'X-CMS-TotalPages': '3' }).end(JSON.stringify([page]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = createClient({ root: `http://127.0.0.1:${port}`, nonce: '' });
    try {
      expect(await client.all('/things', { query: { page: 1, kind: 'a' } })).toEqual([1, 2, 3]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
