import { affiliate, bank, knowledgeBase, watermark } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Resource {
  readonly name: string;
  readonly list: string;
  readonly body: Record<string, unknown>;
  /** Whether `context=edit` returns its source texts. */
  readonly edit?: boolean;
}

const RESOURCES: readonly Resource[] = [
  {
    name: 'article',
    list: '/vendor-kb/v1/articles',
    body: { title: 'Opening *hours*', content: 'From *nine*.', status: 'publish', tags: ['a'], excerpt: 'Nine' },
    edit: true,
  },
  { name: 'category', list: '/vendor-kb/v1/categories', body: { name: 'Accounts', color: '#aabbcc' }, edit: true },
  { name: 'synonym', list: '/vendor-kb/v1/search/synonyms', body: { words: ['car', 'auto'], locale: 'en' } },
  {
    name: 'affiliate',
    list: '/vendor-affiliate/v1/affiliates',
    body: { email: 'eva@example.com', first_name: 'Eva', payment_details: 'DE89370400440532013000' },
  },
  {
    name: 'receivable',
    list: '/vendor-bank/v1/receivables',
    body: { reference: 'INV1', amount_due: '44.00', currency: 'EUR', due_on: '2026-12-01' },
  },
  {
    name: 'post',
    list: '/mortise/v1/posts',
    body: { title: 'News', content: '<p>New</p>', status: 'publish' },
    edit: true,
  },
  { name: 'page', list: '/mortise/v1/pages', body: { title: 'About', content: '<p>Us</p>' }, edit: true },
  { name: 'tag', list: '/mortise/v1/tags', body: { name: 'Red', description: 'Color' }, edit: true },
  {
    name: 'user',
    list: '/mortise/v1/users',
    body: { login: 'frida', email: 'frida@example.org', password: 'correct horse battery' },
    edit: true,
  },
  { name: 'term of a category', list: '/mortise/v1/categories', body: { name: 'Blue' }, edit: true },
  { name: 'webhook', list: '/mortise/v1/webhooks', body: { url: 'https://example.com/hook', topics: ['save_post'] } },
];

/** Members that every change sets. */
const CHANGING = new Set(['modified', 'modified_gmt', 'modified_at', 'updated_at', 'version', '_links', 'etag']);

describe('a resource as GET returned it', () => {
  let host: TestHost;
  let admin: { id: number };
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase(), affiliate(), bank(), watermark()] });
    admin = await host.createUser('administrator');
  });
  afterAll(() => host.close());

  it.each(RESOURCES)('can be sent back to change nothing: $name', async ({ list, body, edit }) => {
    const path = await create(list, body);
    await sendBack(path, admin, edit ? { context: 'edit' } : {});
  });

  it('can be sent back by the affiliate whom it describes', async () => {
    const owner = await host.createUser('subscriber');
    const body = {
      email: 'own@example.com',
      user_id: owner.id,
      first_name: 'Own',
      payment_details: 'DE02120300000000202051',
    };
    await sendBack(await create('/vendor-affiliate/v1/affiliates', body), owner, {});
  });

  it('can be sent back as a promotion of an article', async () => {
    const article = await create('/vendor-kb/v1/articles', { title: 'Prices', status: 'publish' });
    const body = { query: 'cost', articles: [Number(article.split('/').at(-1))] };
    await sendBack(await create('/vendor-kb/v1/search/promotions', body), admin, {});
  });

  it.each(['/vendor-cms-watermark/v1/settings', '/vendor-bank/v1/rules/split'])(
    'can be sent back as settings: %s',
    (path) => sendBack(path, admin, {}),
  );

  /** Returns the path of the new resource. */
  async function create(list: string, body: object): Promise<string> {
    const { status, data } = await host.request('POST', list, { as: admin.id, body });
    expect(status, JSON.stringify(data)).toBe(201);
    return `${list}/${(data as { id: number }).id}`;
  }

  async function sendBack(path: string, user: { id: number }, query: Record<string, string>): Promise<void> {
    const { data } = await host.request('GET', path, { as: user.id, query });
    const sent = await host.request('PUT', path, { as: user.id, body: data });
    expect(sent.status, JSON.stringify(sent.data)).toBe(200);
    const after = await host.request('GET', path, { as: user.id, query });
    expect(steady(after.data)).toEqual(steady(data));
  }
});

function steady(data: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data as object).filter(([name]) => !CHANGING.has(name)));
}
