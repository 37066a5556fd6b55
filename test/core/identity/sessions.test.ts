import { beforeEach, expect, it } from 'vitest';
import { utc } from '../../../src/core/database/codec.js';
import type { Sessions } from '../../../src/core/identity/sessions.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, DAY, type IdentityServices, identityServices, MINUTE } from './identity-services.js';

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
