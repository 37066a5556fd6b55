import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSignedInUsers } from '../../../src/core/identity/signed-in.js';

/** Cached sessions: the cache must not keep a session alive after it has ended. */
describe('cached sessions', () => {
  const file = path.join(tmpdir(), `mortise-signed-in-${process.pid}.db`);
  const open: TestHost[] = [];
  let host: TestHost;

  async function start(): Promise<TestHost> {
    const started = await createTestHost({ database: `sqlite:${file}` });
    open.push(started);
    return started;
  }

  beforeEach(async () => {
    host = await start();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
  });

  /** Returns true if a request with this session cookie is authenticated. */
  async function seenBy(base: string, token: string): Promise<boolean> {
    const response = await fetch(`${base}/admin`, { headers: { cookie: `cms_session=${token}` }, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status === 200;
  }

  it('end immediately in the process that revokes them', async () => {
    const base = await host.listen();
    const user = await host.createUser('administrator');
    const { token } = await host.sessions.create({ userId: user.id });
    expect([await seenBy(base, token), await seenBy(base, token)]).toEqual([true, true]);
    await host.sessions.revoke(token);
    expect(await seenBy(base, token)).toBe(false);
  });

  it('end with a new password, and so do their nonces', async () => {
    const base = await host.listen();
    const user = await host.createUser('administrator');
    const { token, session } = await host.sessions.create({ userId: user.id });
    const nonce = host.nonces.create('rest', user.id, session);
    const cache = async (): Promise<string> => {
      const headers = { cookie: `cms_session=${token}`, 'x-cms-nonce': nonce };
      return (await fetch(`${base}/api/`, { headers, method: 'OPTIONS' })).headers.get('cache-control') ?? '';
    };
    expect(await cache()).toBe('no-store, private');
    await host.users.setPassword(user.id, 'another good password');
    expect(await cache()).toBe('');
  });

  it('end within seconds in another process that has cached them', async () => {
    const user = await host.createUser('administrator');
    const { token } = await host.sessions.create({ userId: user.id });
    const other = await (await start()).listen();
    expect(await seenBy(other, token)).toBe(true);
    await host.sessions.revokeAll(user.id);
    await expect.poll(() => seenBy(other, token), { timeout: 5_000 }).toBe(false);
  });

  it('are reloaded when something changed during the read', async () => {
    let changed: () => void = () => {};
    let reads = 0;
    const user = { id: 7, login: 'ada', email: '', emailVerified: false, name: 'Ada', roles: [] };
    const signedIn = createSignedInUsers({
      sessions: {
        verify: async () => ({
          session: 's',
          userId: 7,
          expiresAt: new Date(Date.now() + 60_000),
          replaced: null,
          isDue: false,
        }),
      },
      users: {
        async get() {
          reads += 1;
          if (reads === 1) changed();
          return user;
        },
      },
      versions: {
        watch(_name, listener) {
          changed = () => void listener();
          return { remove: () => {} };
        },
      },
    });
    for (let index = 0; index < 3; index += 1) expect((await signedIn.byToken('token'))?.user).toBe(user);
    expect(reads).toBe(2);
  });
});
