import type { TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../support/browser-agent.js';
import { dialects } from '../support/databases.js';
import { createOutboxFolder, linkIn, type Outbox } from '../support/outbox.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

const NEW = 'an entirely new one';

describe.each(dialects)('password reset under a kill on $name', { timeout: 120_000 }, (dialect) => {
  let outbox: Outbox;
  let site: SharedSite;
  let host: TestHost;
  beforeEach(async () => {
    outbox = await createOutboxFolder();
    site = await shareSite(dialect);
    host = site.host;
  });
  afterEach(async () => {
    await site.close();
    await outbox.remove();
  });

  it('keeps password and link as before when killed between using the link and setting the password', async () => {
    const script = site.start('reset-site', outbox.url);
    const { login, password } = await host.createUser('editor');
    const killedProcess = new BrowserAgent(await script.line());
    await killedProcess.submit('/admin/lost-password', { login });
    const link = linkIn((await outbox.waitFor(1))[0]);
    await killedProcess.get(link.pathname + link.search);
    const cutOff = killedProcess
      .submit('/admin/reset-password', { password: NEW })
      .catch((error: Error) => error.message);
    expect(await script.line()).toBe('stopped');
    await script.kill('SIGKILL');
    expect(await cutOff).toMatch(/socket hang up|ECONNRESET/);
    expect(await host.users.verifyPassword(login, NEW)).toBeNull();
    expect(await host.users.verifyPassword(login, password)).toMatchObject({ login });

    const nextProcess = new BrowserAgent(await host.listen());
    await nextProcess.get(link.pathname + link.search);
    expect((await nextProcess.submit('/admin/reset-password', { password: NEW })).status).toBe(303);
    expect(await host.users.verifyPassword(login, NEW)).toMatchObject({ login });
    const { events } = await host.authEvents.list({ event: 'password_reset' });
    expect(events).toHaveLength(1);
  });
});
