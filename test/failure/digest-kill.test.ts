import { knowledgeBase } from 'mortise/plugins';
import type { TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Script } from '../core/database/processes/start-script.js';
import { dialects } from '../support/databases.js';
import { createOutboxFolder, type Outbox } from '../support/outbox.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

const PATIENCE = { timeout: 60_000, interval: 50 };
const EDITORS = 8;
const SLOT = new Date('2031-03-03T08:00:00Z');

describe.each(dialects)('digests with killed processes, on $name', { timeout: 180_000 }, (dialect) => {
  let site: SharedSite;
  /** Creates and inspects data, but runs no jobs. */
  let host: TestHost;
  let outbox: Outbox;
  let addresses: string[];

  beforeEach(async () => {
    outbox = await createOutboxFolder();
    site = await shareSite(dialect, { mail: outbox.url, plugins: [knowledgeBase()], jobs: 'off' });
    host = site.host;
    const editors = await Promise.all(Array.from({ length: EDITORS }, () => host.createUser('editor')));
    addresses = editors.map(({ email }) => email).toSorted();
    const body = { title: 'Tariffs', status: 'publish', content: 'Text', review_by: '2031-03-01' };
    await host.request('POST', '/vendor-kb/v1/articles', { as: editors[0] ?? null, body });
    await host.schedules.begin('kb_digest', SLOT);
  });
  afterEach(async () => {
    await site.close();
    await outbox.remove();
  });

  async function start(...count: string[]): Promise<Script> {
    const script = site.start('mail-digests', outbox.url, ...count);
    expect(await script.line()).toBe('working');
    return script;
  }

  const recipients = async () => (await outbox.mails()).map(({ to }) => to?.[0]?.address ?? '').toSorted();
  const left = async () => {
    const waiting = await host.db.query
      .selectFrom('jobs')
      .select('id')
      .where('status', 'in', ['waiting', 'running'])
      .execute();
    return waiting.length;
  };

  it('reach everyone once when a process dies between two emails and two others continue', async () => {
    const killed = await start('3');
    await outbox.waitFor(3);
    await killed.kill('SIGKILL');
    expect(await recipients()).toHaveLength(3);
    // As if the lease of the killed process had expired.
    await host.db.query.updateTable('jobs').set({ lease_until: 0 }).execute();
    await Promise.all([start(), start()]);
    await expect.poll(left, PATIENCE).toBe(0);
    expect(await recipients()).toEqual(addresses);
    // A second run for the same week sends no email.
    await host.schedules.begin('kb_digest', SLOT);
    await expect.poll(left, PATIENCE).toBe(0);
    expect(await recipients()).toEqual(addresses);
  });

  it('skip a user whose email may have gone out before a crash, and reach them with the next one', async () => {
    const [first = ''] = addresses;
    const user = await host.users.byEmail(first);
    // State left by a process that dies while handing over the email.
    const startedAt = '2031-03-03 08:00:00.000';
    const row = {
      user_id: user?.id ?? 0,
      is_declined: 0,
      locale: null,
      begun: startedAt,
      told: '2031-02-24 08:00:00.000',
    };
    await host.db.query.insertInto('kb_digest_readers').values(row).execute();
    await host.work();
    expect(await recipients()).toEqual(addresses.slice(1));
    await host.schedules.begin('kb_digest', new Date('2031-03-10T08:00:00Z'));
    await host.work();
    expect(await recipients()).toEqual(addresses);
  });
});
