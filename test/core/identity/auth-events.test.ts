import { beforeEach, expect, it } from 'vitest';
import type { AuthEvent } from '../../../src/core/identity/auth-events.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, DAY, type IdentityServices, identityServices } from './identity-services.js';

describeDatabases('authentication audit log', (database) => {
  let services: IdentityServices;
  beforeEach(async () => {
    services = identityServices(await database());
  });

  it('records the user, IP address and user agent of a login', async () => {
    const { users, login, authEvents } = services;
    const { id } = await users.create(ADA);
    await login.attempt({ login: 'Ada', password: ADA.password, ip: '192.0.2.7', userAgent: 'Firefox' });
    const { events, total } = await authEvents.list();
    expect(total).toBe(1);
    expect(events[0]).toMatchObject({
      event: 'login',
      userId: id,
      login: 'ada',
      ip: '192.0.2.7',
      userAgent: 'Firefox',
    });
  });

  it('records failed logins for existing and unknown accounts without the password', async () => {
    const { users, login, authEvents } = services;
    await users.create(ADA);
    await expect(login.attempt({ login: 'ada', password: 'wrong' })).rejects.toThrow();
    await expect(login.attempt({ login: 'eve', password: 'wrong' })).rejects.toThrow();
    const { events } = await authEvents.list({ event: 'login_failed' });
    expect(events.map(({ login: name, userId }) => [name, userId])).toEqual([
      ['eve', null],
      ['ada', null],
    ]);
    expect(JSON.stringify(events)).not.toContain('wrong');
  });

  it('runs the auth_event action', async () => {
    const { hooks, authEvents } = services;
    const seen: AuthEvent[] = [];
    hooks.addAction('auth_event', (event) => void seen.push(event));
    await authEvents.record({ event: 'acme_key_used', userId: 7, detail: { tries: 2 } });
    expect(seen).toMatchObject([{ event: 'acme_key_used', userId: 7, detail: { tries: 2 } }]);
  });

  it('truncates long values sent by clients', async () => {
    const { authEvents } = services;
    const long = 'x'.repeat(5_000);
    await authEvents.record({ event: 'login_failed', login: long, ip: long, userAgent: long });
    const { events } = await authEvents.list();
    expect(events[0]).toMatchObject({ login: 'x'.repeat(255), ip: 'x'.repeat(45), userAgent: 'x'.repeat(255) });
  });

  it('deletes events older than 90 days when new events are recorded', async () => {
    const { authEvents, clock } = services;
    await authEvents.record({ event: 'login', userId: 1 });
    clock.now += 89 * DAY;
    await authEvents.record({ event: 'login', userId: 2 });
    expect((await authEvents.list()).total).toBe(2);
    clock.now += 2 * DAY;
    await authEvents.record({ event: 'login', userId: 3 });
    expect((await authEvents.list()).events.map(({ userId }) => userId)).toEqual([3, 2]);
  });

  it('is paginated and filtered by user, event or IP address', async () => {
    const { authEvents } = services;
    for (const userId of [1, 2, 1]) await authEvents.record({ event: 'login', userId, ip: `192.0.2.${userId}` });
    await authEvents.record({ event: 'logout', userId: 1 });
    expect((await authEvents.list({ userId: 1, perPage: 2 })).events.map(({ event }) => event)).toEqual([
      'logout',
      'login',
    ]);
    expect((await authEvents.list({ userId: 1, perPage: 2, page: 2 })).events).toHaveLength(1);
    expect((await authEvents.list({ event: 'login' })).total).toBe(3);
    expect((await authEvents.list({ ip: '192.0.2.2' })).total).toBe(1);
  });
});
