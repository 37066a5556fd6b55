import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import { type Receiver, startReceiver } from '../core/webhooks/receiver.js';
import { mortise } from '../support/command-line.js';

describe('mortise webhooks and outbox', { timeout: 240_000 }, () => {
  let site: string;
  let receiver: Receiver;
  const run = (...parameters: string[]) => mortise(parameters, { cwd: site });
  const dataOf = async (...parameters: string[]) => JSON.parse((await run(...parameters, '--format=json')).stdout);

  beforeAll(async () => {
    receiver = await startReceiver();
    site = await mkdtemp(path.join(tmpdir(), 'mortise-webhooks-'));
    await writeFile(
      path.join(site, 'mortise.config.mjs'),
      "export default { secret: 'a secret that is long enough for tests', database: 'sqlite:./site.db', webhooks: { allowPrivate: true } };\n",
    );
  });
  afterAll(async () => {
    await receiver.close();
    await rm(site, { recursive: true, force: true });
  });

  it('creates, tests, lists and deletes webhooks', async () => {
    const created = await dataOf('webhooks', 'create', receiver.url, '--topic', 'save_post', 'deleted_post');
    expect(created).toMatchObject({ url: receiver.url, topics: 'save_post deleted_post', active: true });
    expect(created.secret).toMatch(/^whsec_/);
    const id = String(created.id);
    expect(await dataOf('webhooks', 'test', id)).toMatchObject({ status: 'delivered', answer: 200 });
    receiver.answer((response) => response.writeHead(500).end('no'));
    expect(await run('webhooks', 'test', id)).toMatchObject({ code: 1, stdout: expect.stringContaining('500') });
    const listed = await run('webhooks', 'list', '--format=json');
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: created.id, last_status: 'failed' }]);
    expect(listed.stdout).not.toContain(created.secret);
    expect(await dataOf('webhooks', 'deliveries', id, '--status=delivered')).toMatchObject([{ topic: 'webhook_test' }]);
    expect(await run('webhooks', 'delete', id)).toMatchObject({ code: 2 });
    expect(await run('webhooks', 'delete', id, '--yes')).toMatchObject({ code: 0 });
    expect(await dataOf('webhooks', 'list')).toEqual([]);
  });

  it.each([
    [['webhooks', 'create', 'nowhere', '--topic=save_post'], 'webhook_url_invalid'],
    [['webhooks', 'create', 'https://example.com/'], 'webhook_topics_missing'],
    [['webhooks', 'create', 'https://example.com/', '--topic=nothing'], 'webhook_topic_unknown'],
    [['webhooks', 'test', '7'], 'webhook_missing'],
    [['webhooks', 'deliveries', 'x'], 'webhook_missing'],
    [['outbox', 'retry', 'nothing'], 'outbox_event_missing'],
    [['outbox', 'discard', 'nothing'], 'outbox_event_missing'],
  ])('rejects %j with exit code 2', async (parameters, code) => {
    expect(await run(...parameters)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(code) });
  });

  it('lists failed events, retries and discards them', async () => {
    const db = createDatabase({ url: `sqlite:${site}/site.db` });
    const row = { topic: 'acme_ordered', payload: '[]', attempts: 5, claimed_by: '', claimed_until: 0, due_at: 0 };
    for (const event_id of ['one', 'two']) {
      await db.query
        .insertInto('outbox')
        .values({ ...row, event_id, state: 'failed', error: 'broken', created_at: Date.now() })
        .execute();
    }
    await db.close();
    expect(await dataOf('outbox', 'list')).toMatchObject([
      { event: 'one', action: 'acme_ordered', state: 'failed', error: 'broken' },
      { event: 'two' },
    ]);
    expect(await run('outbox', 'discard', 'one')).toMatchObject({ code: 0 });
    expect(await run('outbox', 'retry', 'two')).toMatchObject({ code: 0 });
    expect(await dataOf('outbox', 'list')).toMatchObject([{ event: 'two', state: 'waiting', attempts: 0 }]);
  });
});
