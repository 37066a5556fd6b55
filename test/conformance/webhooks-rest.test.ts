import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../core/webhooks/receiver.js';

interface Webhook {
  readonly id: number;
  readonly secret: string;
}

describe('webhooks over REST', () => {
  let host: TestHost;
  let admin: User;
  let receiver: Receiver;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()], webhooks: { allowPrivate: true } });
    admin = await host.createUser('administrator');
    host.handler();
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    for (const { id } of await host.webhooks.endpoints.list()) await host.webhooks.endpoints.delete(id);
    await receiver.close();
  });

  const call = (method: string, path: string, body?: object, as: User | null = admin) =>
    host.request(method, `/mortise/v1/webhooks${path}`, {
      ...(as ? { as: as.id } : {}),
      ...(body === undefined ? {} : { body }),
    });

  async function create(body: object = {}): Promise<Webhook> {
    const answer = await call('POST', '', { url: receiver.url, topics: ['save_post'], ...body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.data as Webhook;
  }

  async function delivered(id: number, count: number) {
    const path = `/${id}/deliveries?status=delivered&per_page=100`;
    await expect.poll(async () => (await call('GET', path)).data, { timeout: 10_000 }).toHaveLength(count);
    return (await call('GET', path)).data as { id: number; topic: string }[];
  }

  it('record every change in the audit log without secrets or the path and query of the URL', async () => {
    const before = (await host.authEvents.list()).total;
    const { id, secret } = await create({ url: `${receiver.url}?token=hidden` });
    await call('PUT', `/${id}`, { active: false });
    const rotated = (await call('POST', `/${id}/rotate-secret`)).data as Webhook;
    await call('DELETE', `/${id}`);
    const { events, total } = await host.authEvents.list();
    expect(total - before).toBe(4);
    expect(events.slice(0, 4).map(({ event, actorId }) => [event, actorId])).toEqual([
      ['webhook_deleted', admin.id],
      ['webhook_rotated', admin.id],
      ['webhook_updated', admin.id],
      ['webhook_created', admin.id],
    ]);
    expect(events[1]?.detail).toMatchObject({ webhook: id, name: new URL(receiver.url).host, active: false });
    for (const hidden of ['token', secret, rotated.secret]) expect(JSON.stringify(events)).not.toContain(hidden);
  });

  it('are created with a secret that is shown once, and have their own URL', async () => {
    const answer = await call('POST', '', { url: receiver.url, topics: ['save_post'], description: 'A search' });
    const { id, secret, ...webhook } = answer.data as Webhook;
    expect(answer.headers.Location).toBe(`http://localhost:8080/api/mortise/v1/webhooks/${id}`);
    expect(secret).toMatch(/^whsec_.{43}$/);
    expect(webhook).toMatchObject({ url: receiver.url, topics: ['save_post'], description: 'A search', active: true });
    for (const path of ['', `/${id}`, `/${id}/deliveries`]) {
      const { status, data } = await call('GET', path);
      expect(status).toBe(200);
      expect(JSON.stringify(data)).not.toContain(secret);
    }
    expect((await call('GET', `/${id}`)).data).toEqual({ id, ...webhook });
  });

  it('are updated field by field and deleted', async () => {
    const { id } = await create();
    const changed = await call('PUT', `/${id}`, { active: false });
    expect(changed).toMatchObject({ status: 200, data: { active: false, topics: ['save_post'], url: receiver.url } });
    expect((await call('PUT', `/${id}`, { topics: ['deleted_post'] })).data).toMatchObject({ active: false });
    expect(await call('DELETE', `/${id}`)).toMatchObject({ status: 200, data: { deleted: true, previous: { id } } });
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const) {
      const answer = await call(method, `/${id}${path}`, method === 'GET' ? undefined : {});
      expect([path, answer.status, answer.data]).toMatchObject([path, 404, { code: 'webhook_missing' }]);
    }
  });

  it('reject invalid URLs and topics', async () => {
    for (const [body, code] of [
      [{ url: 'javascript:alert(1)' }, 'webhook_url_invalid'],
      [{ url: 'https://ada:pw@example.com/' }, 'webhook_url_invalid'],
      [{ topics: ['nothing'] }, 'webhook_topic_unknown'],
      [{ topics: [] }, 'rest_invalid_param'],
      [{ topics: [7] }, 'rest_invalid_param'],
    ] as const) {
      const answer = await call('POST', '', { url: receiver.url, topics: ['save_post'], ...body });
      expect([body, answer.status, answer.data]).toMatchObject([body, 400, { code }]);
    }
    expect((await call('GET', '')).data).toEqual([]);
  });

  it('require manage_webhooks', async () => {
    const { id } = await create();
    host.access.role('herald', { label: 'Herald', capabilities: ['read', 'manage_webhooks'], owner: 'test' });
    host.access.role('half', { label: 'Half', capabilities: ['read', 'manage_options'], owner: 'test' });
    const [editor, herald, half] = [
      await host.createUser('editor'),
      await host.createUser('herald'),
      await host.createUser('half'),
    ];
    for (const path of ['', '/topics', `/${id}`, `/${id}/deliveries`]) {
      const statuses = [];
      for (const as of [null, editor, half, herald]) statuses.push((await call('GET', path, undefined, as)).status);
      expect([path, statuses]).toEqual([path, [401, 403, 403, 200]]);
    }
  });

  it('send the topics announced by the core and its plugins', async () => {
    const topics = (await call('GET', '/topics')).data as { name: string; owner: string; title: string }[];
    expect(topics.map(({ name, owner }) => [name, owner])).toEqual([
      ['deleted_post', 'core'],
      ['save_post', 'core'],
      ['settings_updated', 'core'],
      ['transition_post_status', 'core'],
      ['vendor_kb_article_deleted', 'knowledge-base'],
      ['vendor_kb_article_saved', 'knowledge-base'],
      ['vendor_kb_article_status_changed', 'knowledge-base'],
      ['vendor_kb_feedback_submitted', 'knowledge-base'],
      ['vendor_kb_rating_submitted', 'knowledge-base'],
      ['vendor_kb_search_no_results_digest', 'knowledge-base'],
    ]);
    expect(topics.every(({ title }) => title.length > 0)).toBe(true);
    const { id } = await create({ topics: topics.map(({ name }) => name) });
    const as = admin.id;
    const post = (
      await host.request('POST', '/mortise/v1/posts', {
        as,
        body: { title: 'News', content: 'inside', status: 'publish' },
      })
    ).data as { id: number };
    await host.request('DELETE', `/mortise/v1/posts/${post.id}?force=true`, { as });
    await host.request('POST', '/vendor-kb/v1/articles', { as, body: { title: 'A guide', content: 'inside' } });
    const secret = { title: 'The treasure', content: 'inside', access_rule: { mode: 'logged_in' } };
    await host.request('POST', '/vendor-kb/v1/articles', { as, body: secret });
    const sent = await delivered(id, 7);
    expect(sent.map(({ topic }) => topic).toSorted()).toEqual([
      'deleted_post',
      'save_post',
      'transition_post_status',
      'vendor_kb_article_saved',
      'vendor_kb_article_saved',
      'vendor_kb_article_status_changed',
      'vendor_kb_article_status_changed',
    ]);
    const bodies = receiver.messages.map(({ body }) => JSON.parse(body) as { topic: string; data: object });
    const dataOf = (name: string) => bodies.find(({ topic }) => topic === name)?.data;
    expect(dataOf('save_post')).toMatchObject({ post: { id: post.id, title: 'News' }, previous_status: null });
    expect(dataOf('transition_post_status')).toMatchObject({ from: 'new', to: 'publish' });
    expect(dataOf('vendor_kb_article_saved')).toMatchObject({
      article: {
        title: 'A guide',
        status: 'draft',
        rest_url: expect.stringMatching(/\/vendor-kb\/v1\/articles\/\d+$/),
      },
      previous_status: null,
      source: 'rest',
    });
    // Messages contain no content, no email addresses and no titles of access-restricted items.
    expect(JSON.stringify(bodies)).not.toMatch(/treasure/i);
    expect(JSON.stringify(bodies)).not.toContain('inside');
    expect(JSON.stringify(bodies)).not.toContain(admin.email);
  });

  it('get a new secret on rotation', async () => {
    const { id, secret } = await create();
    const rotated = await call('POST', `/${id}/rotate-secret`, {});
    expect(rotated).toMatchObject({ status: 200, data: { id, secret: expect.stringMatching(/^whsec_/) } });
    expect((rotated.data as Webhook).secret).not.toBe(secret);
  });

  it('are tested, with the response of the receiver', async () => {
    const { id } = await create();
    receiver.answer((response) => response.writeHead(401).end('who are you?'));
    const tried = await call('POST', `/${id}/test`, {});
    expect(tried).toMatchObject({
      status: 200,
      data: { status: 'failed', topic: 'webhook_test', response_status: 401, response_body: 'who are you?' },
    });
    expect((tried.data as { body: string }).body).toBe(receiver.messages[0]?.body);
  });

  it('list their messages with pages, show each and send it again', async () => {
    const { id } = await create();
    const other = await create();
    for (let number = 0; number < 3; number += 1) await call('POST', `/${id}/test`, {});
    const page = await call('GET', `/${id}/deliveries?per_page=2&page=2`);
    expect(page.headers).toMatchObject({ 'X-CMS-Total': '3', 'X-CMS-TotalPages': '2' });
    const [last] = page.data as { id: number }[];
    expect(last).not.toHaveProperty('body');
    const path = `/deliveries/${last?.id}`;
    expect(await call('GET', `/${id}${path}`)).toMatchObject({
      status: 200,
      data: { body: receiver.messages[0]?.body },
    });
    for (const [method, wrong] of [
      ['GET', `/${other.id}${path}`],
      ['POST', `/${other.id}${path}/redeliver`],
      ['GET', `/${id}/deliveries/999999`],
    ] as const) {
      expect(await call(method, wrong, method === 'GET' ? undefined : {})).toMatchObject({ status: 404 });
    }
    const again = await call('POST', `/${id}${path}/redeliver`, {});
    expect(again).toMatchObject({ status: 202, data: { id: last?.id } });
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(4);
    expect(receiver.messages[3]?.body).toBe(receiver.messages[0]?.body);
  });
});
