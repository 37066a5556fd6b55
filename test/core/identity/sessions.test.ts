import { beforeEach, expect, it } from 'vitest';
import { utc } from '../../../src/core/database/codec.js';
import type { Sessions } from '../../../src/core/identity/sessions.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, BOB, DAY, type IdentityServices, identityServices, MINUTE } from './identity-services.js';

describeDatabases('sessions', (database) => {
  let services: IdentityServices;
  let sessions: Sessions;
  let userId: number;
  beforeEach(async () => {
    services = identityServices(await database());
    sessions = services.sessions;
    userId = (await services.users.create(ADA)).id;
  });

  const rows = () => services.db.query.selectFrom('sessions').selectAll().execute();

  it('are found by a token of 256 bits, of which only the digest is stored', async () => {
    const { token, session } = await sessions.create({ userId, userAgent: 'Browser', ip: '192.0.2.1' });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await sessions.verify(token)).toMatchObject({ userId, session });
    expect(JSON.stringify(await rows())).not.toContain(token);
  });

  it('are not found by another token, by the digest or by nothing', async () => {
    const { session } = await sessions.create({ userId });
    for (const token of [session, 'x'.repeat(43), '']) expect(await sessions.verify(token)).toBeNull();
  });

  it('end 14 days after their last use', async () => {
    const { token } = await sessions.create({ userId });
    services.clock.now += 14 * DAY - 1;
    expect(await sessions.verify(token)).not.toBeNull();
    services.clock.now += 14 * DAY;
    expect(await sessions.verify(token)).toBeNull();
  });

  it('end 30 days after login, however much they are used', async () => {
    const { token, expiresAt } = await sessions.create({ userId });
    const end = services.clock.now + 30 * DAY;
    expect(expiresAt.getTime()).toBe(end);
    for (let day = 1; day < 30; day += 1) {
      services.clock.now += DAY;
      expect(await sessions.verify(token)).not.toBeNull();
    }
    services.clock.now = end - 1;
    expect(await sessions.verify(token)).not.toBeNull();
    services.clock.now = end;
    expect(await sessions.verify(token)).toBeNull();
  });

  it('note their use once a minute at most', async () => {
    const { token } = await sessions.create({ userId });
    const seen = async () => (await rows()).map((row) => utc.decode(row.last_seen_at).getTime());
    const created = services.clock.now;
    services.clock.now += MINUTE - 1;
    await sessions.verify(token);
    expect(await seen()).toEqual([created]);
    services.clock.now += 1;
    await sessions.verify(token);
    expect(await seen()).toEqual([created + MINUTE]);
  });

  it('do not outlive the correction of a clock that was far ahead, and bear one that was a little', async () => {
    for (const [ahead, lasts] of [
      [400 * DAY, false],
      [MINUTE, true],
    ] as const) {
      services.clock.now += ahead;
      const { token } = await sessions.create({ userId });
      expect(await sessions.verify(token)).not.toBeNull();
      services.clock.now -= ahead;
      expect((await sessions.verify(token)) !== null).toBe(lasts);
    }
  });

  it('that were there before a clock was set back go on, and end in their time', async () => {
    const { token } = await sessions.create({ userId });
    services.clock.now += 10 * DAY;
    expect(await sessions.verify(token)).not.toBeNull();
    services.clock.now -= 9 * DAY;
    expect(await sessions.verify(token)).not.toBeNull();
    services.clock.now += 29 * DAY;
    expect(await sessions.verify(token)).toBeNull();
  });

  it('end by being revoked, one or all of a user', async () => {
    const [first, second, third] = [
      await sessions.create({ userId }),
      await sessions.create({ userId }),
      await sessions.create({ userId }),
    ];
    await sessions.revoke(first.token);
    expect(await sessions.verify(first.token)).toBeNull();
    expect(await sessions.verify(second.token)).not.toBeNull();
    await sessions.revokeAll(userId);
    expect(await sessions.verify(second.token)).toBeNull();
    expect(await sessions.verify(third.token)).toBeNull();
  });

  it('are listed per device, the one last used first, without those that have ended', async () => {
    await sessions.create({ userId, userAgent: 'Old' });
    services.clock.now += 13 * DAY;
    const laptop = await sessions.create({ userId, userAgent: 'Laptop', ip: '192.0.2.1' });
    services.clock.now += 2 * DAY;
    const phone = await sessions.create({ userId, userAgent: 'Phone', ip: '192.0.2.2' });
    const listed = await sessions.list(userId);
    expect(listed.map(({ userAgent, ip, session }) => [userAgent, ip, session])).toEqual([
      ['Phone', '192.0.2.2', phone.session],
      ['Laptop', '192.0.2.1', laptop.session],
    ]);
    expect(JSON.stringify(listed)).not.toContain(laptop.token);
  });

  it('end one by one, and only those of the person', async () => {
    const bob = await services.users.create(BOB);
    const mine = await sessions.create({ userId });
    const his = await sessions.create({ userId: bob.id });
    const [device] = await sessions.list(userId);
    const [foreign] = await sessions.list(bob.id);
    expect(await sessions.revokeDevice(userId, foreign?.id ?? 0)).toBe(false);
    expect(await sessions.verify(his.token)).not.toBeNull();
    expect(await sessions.revokeDevice(userId, device?.id ?? 0)).toBe(true);
    expect(await sessions.verify(mine.token)).toBeNull();
    expect(await sessions.revokeDevice(userId, device?.id ?? 0)).toBe(false);
  });

  it('end all but the one that is kept', async () => {
    const kept = await sessions.create({ userId });
    const others = [await sessions.create({ userId }), await sessions.create({ userId })];
    expect(await sessions.revokeAll(userId, { session: kept.session })).toBe(2);
    expect(await sessions.verify(kept.token)).not.toBeNull();
    for (const { token } of others) expect(await sessions.verify(token)).toBeNull();
  });

  it('take the place of the one that the browser had, whosever it was', async () => {
    const bob = await services.users.create(BOB);
    const planted = await sessions.create({ userId: bob.id });
    const own = await sessions.create({ userId, previousToken: planted.token });
    expect(await sessions.verify(planted.token)).toBeNull();
    // Another person's nonces are worth nothing in it.
    expect((await sessions.verify(own.token))?.replaced).toBeNull();
    const again = await sessions.create({ userId, previousToken: own.token });
    expect((await sessions.verify(again.token))?.replaced).toEqual({
      session: own.session,
      until: new Date(services.clock.now + MINUTE),
    });
  });

  it('get another token and nothing else by rotation, once even for two at the same time', async () => {
    const { token, session, expiresAt } = await sessions.create({ userId, userAgent: 'Browser' });
    services.clock.now += DAY;
    const rotated = await Promise.all([sessions.rotate(token), sessions.rotate(token)]);
    const [winner, ...none] = rotated.filter((issued) => issued !== null);
    expect(none).toEqual([]);
    expect(winner?.expiresAt).toEqual(expiresAt);
    expect(await sessions.verify(token)).toBeNull();
    expect(await sessions.verify(winner?.token ?? '')).toMatchObject({ userId, replaced: { session } });
    expect(await sessions.list(userId)).toMatchObject([{ userAgent: 'Browser' }]);
  });

  it('that have ended leave no rows behind at the next login', async () => {
    await sessions.create({ userId });
    services.clock.now += 15 * DAY;
    await sessions.create({ userId });
    expect(await rows()).toHaveLength(1);
  });

  it('take the beginning of an endless user agent', async () => {
    await sessions.create({ userId, userAgent: 'x'.repeat(10_000) });
    expect((await rows()).map(({ user_agent }) => user_agent.length)).toEqual([255]);
  });
});
