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

  it('are found by a 256-bit token and stored only as its digest', async () => {
    const { token, session } = await sessions.create({ userId, userAgent: 'Browser', ip: '192.0.2.1' });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await sessions.verify(token)).toMatchObject({ userId, session });
    expect(JSON.stringify(await rows())).not.toContain(token);
  });

  it('are not found by another token, the digest or an empty token', async () => {
    const { session } = await sessions.create({ userId });
    for (const token of [session, 'x'.repeat(43), '']) expect(await sessions.verify(token)).toBeNull();
  });

  it('expire 14 days after their last use', async () => {
    const { token } = await sessions.create({ userId });
    services.clock.now += 14 * DAY - 1;
    expect(await sessions.verify(token)).not.toBeNull();
    services.clock.now += 14 * DAY;
    expect(await sessions.verify(token)).toBeNull();
  });

  it('expire 30 days after login, regardless of use', async () => {
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

  it('update their last use at most once a minute', async () => {
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

  it('survive the correction of a clock that was slightly ahead, but not of one that was far ahead', async () => {
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

  it('survive a clock that is set back and expire at their original time', async () => {
    const { token } = await sessions.create({ userId });
    services.clock.now += 10 * DAY;
    expect(await sessions.verify(token)).not.toBeNull();
    services.clock.now -= 9 * DAY;
    expect(await sessions.verify(token)).not.toBeNull();
    services.clock.now += 29 * DAY;
    expect(await sessions.verify(token)).toBeNull();
  });

  it('are revoked one by one or all for a user', async () => {
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

  it('are listed per device, most recently used first, without expired ones', async () => {
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

  it('are revoked one by one, and only by their own user', async () => {
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

  it('are all revoked except the kept one', async () => {
    const current = await sessions.create({ userId });
    const others = [await sessions.create({ userId }), await sessions.create({ userId })];
    expect(await sessions.revokeAll(userId, { session: current.session })).toBe(2);
    expect(await sessions.verify(current.token)).not.toBeNull();
    for (const { token } of others) expect(await sessions.verify(token)).toBeNull();
  });

  it('replace the session that the browser had, even that of another user', async () => {
    const bob = await services.users.create(BOB);
    const planted = await sessions.create({ userId: bob.id });
    const own = await sessions.create({ userId, previousToken: planted.token });
    expect(await sessions.verify(planted.token)).toBeNull();
    // Nonces of another user must not be accepted in this session.
    expect((await sessions.verify(own.token))?.replaced).toBeNull();
    const again = await sessions.create({ userId, previousToken: own.token });
    expect((await sessions.verify(again.token))?.replaced).toEqual({
      session: own.session,
      until: new Date(services.clock.now + MINUTE),
    });
  });

  it('keep everything but their token at rotation, and two concurrent rotations rotate once', async () => {
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

  it('are deleted after they expired, at the next login', async () => {
    await sessions.create({ userId });
    services.clock.now += 15 * DAY;
    await sessions.create({ userId });
    expect(await rows()).toHaveLength(1);
  });

  it('truncate a long user agent', async () => {
    await sessions.create({ userId, userAgent: 'x'.repeat(10_000) });
    expect((await rows()).map(({ user_agent }) => user_agent.length)).toEqual([255]);
  });
});
