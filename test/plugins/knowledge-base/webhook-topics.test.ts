import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { verifyWebhook } from 'mortise/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kbCatalogues } from '../../../src/plugins/knowledge-base/catalogues.js';
import { type Receiver, startReceiver } from '../../core/webhooks/receiver.js';

const BROWSER = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0';
const TOPICS = [
  'vendor_kb_article_deleted',
  'vendor_kb_article_saved',
  'vendor_kb_article_status_changed',
  'vendor_kb_feedback_submitted',
  'vendor_kb_rating_submitted',
  'vendor_kb_search_no_results_digest',
];

interface Message {
  readonly topic: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe('knowledge base webhooks', () => {
  let host: TestHost;
  let receiver: Receiver;
  let admin: User;
  let reader: User;
  let webhook: number;
  let secret: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    host = await createTestHost({ plugins: [knowledgeBase()], jobs: 'off', webhooks: { allowPrivate: true } });
    admin = await host.createUser('administrator');
    reader = await host.createUser('subscriber');
    const body = { url: receiver.url, topics: TOPICS };
    const { data, status } = await host.request('POST', '/mortise/v1/webhooks', { as: admin, body });
    expect(status).toBe(201);
    ({ id: webhook, secret } = data as { id: number; secret: string });
  });
  beforeEach(() => {
    receiver.messages.length = 0;
  });
  afterAll(async () => {
    await host.close();
    await receiver.close();
  });

  async function delivered(): Promise<Message[]> {
    await host.work();
    return receiver.messages.map(({ body }) => JSON.parse(body) as Message);
  }

  const offered = () => host.webhooks.topics().filter(({ owner }) => owner === 'knowledge-base');
  const sampleOf = (topic: string) => offered().find(({ name }) => name === topic)?.sample;

  async function write(more: object = {}): Promise<number> {
    const body = { title: 'Tariffs', content: 'Text', ...more };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: admin, body });
    return (data as { id: number }).id;
  }

  /** Checks a message against its sample, which receivers are written by: same members, no others. */
  function expectLikeSample({ topic, data }: Message): void {
    expect(shapeOf(data)).toEqual(shapeOf(sampleOf(topic)));
  }

  it('report published, changed and deleted articles under separate topics, signed', async () => {
    const id = await write();
    await delivered();
    receiver.messages.length = 0;
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: admin, body: { status: 'publish' } });
    const published = await delivered();
    expect(published.map(({ topic }) => topic).toSorted()).toEqual([
      'vendor_kb_article_saved',
      'vendor_kb_article_status_changed',
    ]);
    for (const message of published) expectLikeSample(message);
    const changed = published.find(({ topic }) => topic.endsWith('status_changed'));
    expect(changed?.data).toMatchObject({ from: 'draft', to: 'publish', article: { id, title: 'Tariffs' } });
    const [first] = receiver.messages;
    expect(verifyWebhook(secret, first?.headers ?? {}, first?.body ?? '')).toBe(true);

    receiver.messages.length = 0;
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: admin, body: { title: 'New tariffs' } });
    expect((await delivered()).map(({ topic }) => topic)).toEqual(['vendor_kb_article_saved']);

    receiver.messages.length = 0;
    await host.request('DELETE', `/vendor-kb/v1/articles/${id}`, { as: admin, query: { force: true } });
    const deletedEvent = (await delivered()).find(({ topic }) => topic.endsWith('deleted'));
    expect(deletedEvent?.data).toMatchObject({ article: { id } });
    expectLikeSample(deletedEvent as Message);
  });

  it('report feedback and ratings without their author', async () => {
    const article_id = await write({ status: 'publish' });
    await delivered();
    receiver.messages.length = 0;
    const body = { article_id, type: 'error', message: 'A step is missing.', email: 'ada@example.com', consent: true };
    await host.request('POST', '/vendor-kb/v1/feedback', { as: reader, body });
    await host.request('POST', '/vendor-kb/v1/rating', { as: reader, body: { article_id, value: 4 } });
    const messages = await delivered();
    expect(messages.map(({ topic }) => topic).toSorted()).toEqual([
      'vendor_kb_feedback_submitted',
      'vendor_kb_rating_submitted',
    ]);
    for (const message of messages) expectLikeSample(message);
    expect(JSON.stringify(messages)).not.toMatch(/ada@example\.com|"u:\d/);
  });

  it('report searches without results once a day, if several visitors made them', async () => {
    const { statistics } = host.plugin('knowledge-base');
    const search = (query: string, visitor: number): void =>
      statistics.record(
        { kind: 'search', query, locale: 'en', results: 0, categoryId: 0 },
        { headers: { 'user-agent': BROWSER }, remoteAddress: `10.0.${visitor}.1`, user: null },
      );
    for (const visitor of [1, 2, 3]) search('unheard of', visitor);
    for (const visitor of [1, 2]) search('my own number', visitor);
    await statistics.flush();
    expect(await delivered()).toEqual([]);
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
    await host.schedules.begin('kb_no_results_digest', tomorrow);
    const [digest, ...others] = await delivered();
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ data: { queries: [{ query: 'unheard of', locale: 'en', count: 3 }] } });
    expectLikeSample(digest as Message);
  });

  it('send a sample on a test delivery', async () => {
    await host.webhooks.test(webhook);
    const [message] = await delivered();
    expect(message).toMatchObject({ topic: 'webhook_test', data: sampleOf(TOPICS[0] ?? '') });
  });

  it('have topics with titles in every language', () => {
    expect(offered().map(({ name }) => name)).toEqual(TOPICS);
    const titles = Object.keys(kbCatalogues).map((locale) =>
      offered().map(({ title }) => (typeof title === 'string' ? title : title(locale))),
    );
    expect(new Set(titles.flat()).size).toBe(TOPICS.length * titles.length);
  });
});

/** Member names at every depth. A list of objects is described by its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return typeof value[0] === 'object' ? [shapeOf(value[0])] : 'list';
  if (typeof value !== 'object' || value === null) return 'value';
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}
