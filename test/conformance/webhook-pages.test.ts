import { createTestHost, type TestHost } from 'mortise/testing';
import type { Response } from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parcels } from '../core/webhooks/announced-actions.js';
import { type Receiver, startReceiver } from '../core/webhooks/receiver.js';
import { BrowserAgent } from '../support/browser-agent.js';

describe('webhook pages', () => {
  let host: TestHost;
  let site: string;
  let browser: BrowserAgent;
  let receiver: Receiver;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [parcels()], webhooks: { allowPrivate: true } });
    site = await host.listen();
    browser = await signIn('administrator');
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    for (const { id } of await host.webhooks.endpoints.list()) await host.webhooks.endpoints.delete(id);
    await receiver.close();
  });

  async function signIn(role: string): Promise<BrowserAgent> {
    const { login, password } = await host.createUser(role);
    const session = new BrowserAgent(site);
    await session.logIn(login, password);
    return session;
  }

  const secretIn = ({ text }: Response): string | null =>
    /<input id="secret"[^>]* value="([^"]*)"/.exec(text)?.[1] ?? null;

  async function send(path: string, action: string, fields: Record<string, string | readonly string[]> = {}) {
    const page = path === '/webhooks' && action === 'create' ? '/webhooks/add' : path;
    const hidden = await browser.hiddenFields(`/admin${page}`, action);
    return browser.postForm(`/admin${path}`, { ...hidden, ...fields });
  }

  /** Follows the redirect after a form. */
  async function shownAfter(answer: Response): Promise<string> {
    expect(answer.status).toBe(303);
    return (await browser.get(String(answer.headers.location))).text;
  }

  const add = () => host.webhooks.endpoints.create({ url: receiver.url, topics: ['acme_parcel_lost'] });

  it('create a webhook and show its secret once, even when the form is sent twice', async () => {
    const hidden = await browser.hiddenFields('/admin/webhooks/add', 'create');
    const fields = {
      ...hidden,
      url: receiver.url,
      description: 'Search',
      topics: ['acme_parcel_lost', 'save_post'],
      active: '1',
    };
    const created = await browser.postForm('/admin/webhooks', fields);
    const [endpoint] = await host.webhooks.endpoints.list();
    expect(endpoint).toMatchObject({ url: receiver.url, topics: ['acme_parcel_lost', 'save_post'], isActive: true });
    expect(secretIn(created)).toBe(endpoint?.secret);
    expect(created.headers['cache-control']).toContain('no-store');
    const again = await browser.postForm('/admin/webhooks', fields);
    expect([again.status, secretIn(again)]).toEqual([409, null]);
    expect(await host.webhooks.endpoints.list()).toHaveLength(1);
    for (const path of ['', `/${endpoint?.id}`, `/${endpoint?.id}/messages`]) {
      expect((await browser.get(`/admin/webhooks${path}`)).text).not.toContain(endpoint?.secret);
    }
  });

  it('show errors at the field and keep the submitted values', async () => {
    const wrong = await send('/webhooks', 'create', { url: 'ftp://example.com/', description: 'Kept "as is"' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('Enter a URL that starts with https:// or http://');
    expect(wrong.text).toContain('Kept &#34;as is&#34;');
    const none = await send('/webhooks', 'create', { url: 'https://example.com/' });
    expect(none.text).toContain('Select at least one event.');
    expect(await host.webhooks.endpoints.list()).toEqual([]);
  });

  it('group topics by plugin and keep those of inactive plugins', async () => {
    const { id } = await add();
    await host.db.query
      .updateTable('webhook_endpoints')
      .set({ topics: '["acme_gone"]' })
      .where('id', '=', id)
      .execute();
    const { text } = await browser.get(`/admin/webhooks/${id}`);
    const groups = [...text.matchAll(/<fieldset class="m-field-subgroup"><legend>([^<]*)</g)].map(([, name]) => name);
    expect(groups).toEqual(['Core', 'acme-parcels', 'Inactive plugins']);
    expect(text).toMatch(/value="acme_gone" checked/);
  });

  it('update a webhook and warn about unencrypted messages', async () => {
    const { id } = await add();
    const topics = ['acme_parcel_delivered'];
    const saved = await shownAfter(await send(`/webhooks/${id}`, 'save', { url: 'https://example.com/', topics }));
    expect(saved).toContain('Webhook saved.');
    expect(await host.webhooks.endpoints.get(id)).toMatchObject({
      url: 'https://example.com/',
      topics,
      isActive: false,
    });
    const plain = await shownAfter(await send(`/webhooks/${id}`, 'save', { url: receiver.url, topics }));
    expect(plain).toContain('not encrypted');
    const list = (await browser.get('/admin/webhooks')).text;
    expect(list).toContain('Inactive');
    expect(list).toContain('Not encrypted');
  });

  it('send a test message and show its result', async () => {
    const { id } = await add();
    receiver.answer((response) => response.writeHead(500).end('<b>broken</b>'));
    const failed = await shownAfter(await send(`/webhooks/${id}`, 'test'));
    expect(failed).toContain('Test event failed. Check the response.');
    expect(failed).toContain('&#60;b&#62;broken&#60;/b&#62;');
    expect(failed).toMatch(/\d+ ms/);
    receiver.answer((response) => response.end('thanks'));
    expect(await shownAfter(await send(`/webhooks/${id}`, 'test'))).toContain('Test event delivered.');
    const list = (await browser.get(`/admin/webhooks/${id}/messages?status=failed`)).text;
    expect(list).toContain('1 item');
    expect((await browser.get('/admin/webhooks')).text).toContain('Delivered');
  });

  it('send a message again', async () => {
    const { id } = await add();
    const delivery = await host.webhooks.test(id);
    const path = `/webhooks/${id}/messages/${delivery}`;
    expect(await shownAfter(await send(path, 'redeliver'))).toContain('Resending delivery.');
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(2);
  });

  it('rotate the secret of a webhook, and delete it after confirmation', async () => {
    const { id, secret } = await add();
    const rotated = await send(`/webhooks/${id}`, 'rotate');
    const now = (await host.webhooks.endpoints.get(id))?.secret;
    expect(secretIn(rotated)).toBe(now);
    expect(now).not.toBe(secret);
    expect(await shownAfter(await send(`/webhooks/${id}/delete`, 'delete'))).toContain('Webhook deleted.');
    expect(await host.webhooks.endpoints.get(id)).toBeNull();
    for (const path of [`/${id}`, `/${id}/messages`, `/${id}/messages/1`, `/${id}/delete`, '/x', '/1e1']) {
      expect([path, (await browser.get(`/admin/webhooks${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('list failed announced actions, retry and discard them', async () => {
    const heard: number[] = [];
    const { remove } = host.hooks.addAction('acme_parcel_taken', () => {
      throw new Error('a broken <listener>');
    });
    for (let number = 0; number < 2; number += 1) await host.outbox.announce('acme_parcel_taken');
    await host.db.query.updateTable('outbox').set({ state: 'failed', error: 'a broken <listener>' }).execute();
    expect((await browser.get('/admin')).text).toContain('2 queued actions failed.');
    const { text } = await browser.get('/admin/webhooks/actions');
    expect(text).toContain('a broken &#60;listener&#62;');
    const [first, second] = await host.outbox.list();
    remove();
    host.hooks.addAction('acme_parcel_taken', () => void heard.push(1));
    const bulk = (choice: string, ids: readonly string[]) => send('/webhooks/actions', 'bulk', { bulk: choice, ids });
    const discarded = await bulk('discard', [first?.eventId ?? '', 'no-such-event']);
    expect(await shownAfter(discarded)).toContain('1 action discarded.');
    expect(await shownAfter(await bulk('retry', [second?.eventId ?? '']))).toContain('Retrying 1 action.');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([1]);
    expect((await send('/webhooks', 'create')).status).toBe(422);
    expect((await browser.get('/admin/webhooks/actions')).text).toContain('No pending actions.');
  });

  it('reject forms without a nonce and users without the capability', async () => {
    const { id } = await add();
    const delivery = await host.webhooks.test(id);
    const editor = await signIn('editor');
    const before = JSON.stringify(await host.webhooks.endpoints.list());
    for (const [path, ...actions] of [
      ['/webhooks', 'create'],
      [`/webhooks/${id}`, 'save', 'test', 'rotate'],
      [`/webhooks/${id}/delete`, 'delete'],
      [`/webhooks/${id}/messages/${delivery}`, 'redeliver'],
      ['/webhooks/actions', 'bulk'],
    ] as const) {
      expect([path, (await editor.get(`/admin${path}`)).status]).toEqual([path, 403]);
      for (const _action of actions) {
        const fields = { _action, _nonce: 'x'.repeat(22), url: 'https://evil.example/', topics: 'save_post' };
        const answer = await browser.postForm(`/admin${path}`, fields);
        expect([path, _action, answer.status]).toEqual([path, _action, 403]);
      }
    }
    expect(JSON.stringify(await host.webhooks.endpoints.list())).toBe(before);
    expect(receiver.messages).toHaveLength(1);
  });
});
