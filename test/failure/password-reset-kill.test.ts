import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { createOutboxFolder, linkIn, type Outbox } from '../support/outbox.js';

const NEW = 'an entirely new one';

describe.each(dialects)('password reset under a kill on $name', { timeout: 120_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let outbox: Outbox;
  let host: TestHost;
  let script: Script;
  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect));
    outbox = await createOutboxFolder();
    host = await createTestHost({ database: url });
    script = startScript('../../../failure/processes/reset-site.ts', [url, outbox.url]);
  });
  afterEach(async () => {
    await script.kill('SIGKILL');
    await host.close();
    await drop();
    await outbox.remove();
  });

  it('keeps password and link as before when killed between using the link and setting the password', async () => {
    const { login, password } = await host.createUser('editor');
    const there = new BrowserAgent(await script.line());
    await there.submit('/admin/lost-password', { login });
    const link = linkIn((await outbox.waitFor(1))[0]);
    await there.get(link.pathname + link.search);
    const cutOff = there.submit('/admin/reset-password', { password: NEW }).catch((error: Error) => error.message);
    expect(await script.line()).toBe('stopped');
    await script.kill('SIGKILL');
    expect(await cutOff).toMatch(/socket hang up|ECONNRESET/);
    expect(await host.users.verifyPassword(login, NEW)).toBeNull();
    expect(await host.users.verifyPassword(login, password)).toMatchObject({ login });

    const here = new BrowserAgent(await host.listen());
    await here.get(link.pathname + link.search);
    expect((await here.submit('/admin/reset-password', { password: NEW })).status).toBe(303);
    expect(await host.users.verifyPassword(login, NEW)).toMatchObject({ login });
    const { events } = await host.authEvents.list({ event: 'password_reset' });
    expect(events).toHaveLength(1);
  });
});
