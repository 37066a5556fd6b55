import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../../src/core/user.js';
import { createTestHost, type TestHost } from '../../../src/testing.js';
import { type MailServer, startMailServer } from '../services/mail/mail-server.js';

describe('account emails', () => {
  let host: TestHost;
  let ada: User;
  let administrator: User;
  let server: MailServer;
  let isOpen: boolean;
  beforeEach(async () => {
    isOpen = false;
    server = await startMailServer({
      onMailFrom: (_address, _session, done) => done(isOpen ? null : new Error('Come again later.')),
    });
    host = await createTestHost({ mail: `smtp://127.0.0.1:${server.port}`, url: 'https://example.com' });
    ada = await host.createUser('subscriber');
    administrator = await host.createUser('administrator');
    host.handler();
  });
  afterEach(async () => {
    await host.close();
    await server.close();
  });

  const jobs = async () => (await host.jobs.list({ name: 'core_account_mail' })).jobs;
  const change = (changes: object) =>
    host.request('PUT', `/mortise/v1/users/${ada.id}`, { as: administrator, body: changes });
  it('go to the former and new email after a change and wait until the mail server accepts them', async () => {
    expect(await change({ email: 'new@example.com' })).toMatchObject({ status: 200 });
    await expect.poll(jobs, { timeout: 20_000 }).toEqual([WAITS, WAITS]);
    // A waiting job must not reveal either email to a reader of a database copy.
    const rows = JSON.stringify(await host.db.query.selectFrom('jobs').selectAll().execute());
    for (const address of [ada.email, 'new@example.com']) expect(rows).not.toContain(address);
    isOpen = true;
    const due = async () => {
      await host.db.query.updateTable('jobs').set({ due_at: 0 }).where('status', '!=', 'completed').execute();
      return server.delivered.length;
    };
    await expect.poll(due, { timeout: 20_000 }).toBe(2);
    const index = server.delivered.findIndex(({ to }) => to[0] === ada.email);
    const mails = await server.mails();
    expect(mails[index]?.text).toContain('From now on, all emails, including password resets, go to the new address.');
    expect(mails[index]?.text).toContain(`Hello ${ada.name},`);
    expect(mails[1 - index]?.text).toMatch(/^Hello,\s+This email address was entered at/);
  });

  it('are not sent for a failed change or for a change of the name', async () => {
    expect(await change({ email: administrator.email })).toMatchObject({ status: 409 });
    expect(await change({ name: 'Ada' })).toMatchObject({ status: 200 });
    expect(await jobs()).toEqual([]);
  });
});

/** Not the number of attempts: a random delay may be so short that a second one has failed, too. */
const WAITS = expect.objectContaining({ status: 'delayed' });
