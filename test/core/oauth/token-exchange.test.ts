import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { utc } from '../../../src/core/database/codec.js';
import type { Database } from '../../../src/core/database/database.js';
import { createOAuthGrants } from '../../../src/core/identity/oauth/grants.js';
import { createOAuthTokens, type OAuthTokens } from '../../../src/core/identity/oauth/tokens.js';
import { createOAuthClients, type OAuthClient, type OAuthClients } from '../../../src/core/oauth/clients.js';
import { createOAuthCodes } from '../../../src/core/oauth/codes.js';
import { createTokenExchange, type ExchangeToken } from '../../../src/core/oauth/token-exchange.js';
import { describeDatabases } from '../../support/databases.js';
import { ADA, identityServices } from '../identity/identity-services.js';

const VERIFIER = 'v'.repeat(43);
const CALLBACK = 'https://app.example/cb';
const REQUEST = { method: 'POST', headers: {}, secure: true } as const;
const DAY = 24 * 60 * 60 * 1000;

describeDatabases('OAuth token exchange', (database) => {
  let db: Database;
  let clients: OAuthClients;
  let client: OAuthClient;
  let tokens: OAuthTokens;
  let exchange: ExchangeToken;
  let userId: number;

  beforeEach(async () => {
    db = await database();
    const { access, users, authEvents } = identityServices(db);
    clients = createOAuthClients({ db, access, users });
    tokens = createOAuthTokens(db);
    exchange = createTokenExchange({ db, access, users, clients, codes: createOAuthCodes(db), tokens, authEvents });
    userId = (await users.create(ADA)).id;
    client = (await clients.create({ name: 'App', redirectUris: [CALLBACK], scopes: ['read'] })).client;
  });

  async function saveCode(code: string): Promise<void> {
    await createOAuthCodes(db).save(code, {
      family: randomUUID(),
      clientRow: client.id,
      userId,
      redirectUri: CALLBACK,
      scopes: ['read'],
      codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      expiresAt: new Date(Date.now() + 60_000),
    });
  }

  const redeem = (code: string) =>
    exchange(
      client,
      { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER },
      REQUEST,
    );

  const renew = (refresh_token: unknown) =>
    exchange(client, { grant_type: 'refresh_token', refresh_token: String(refresh_token) }, REQUEST);

  /** Runs calls concurrently. Returns the answers of the successful ones and the codes of the rejected ones. */
  async function together(calls: readonly Promise<Record<string, unknown>>[]) {
    const settled = await Promise.allSettled(calls);
    return {
      won: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
      lost: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])),
    };
  }

  const stored = async () => (await db.query.selectFrom('oauth_tokens').select('id').execute()).length;

  describe.each([2, 5])('%i concurrent exchanges', (times) => {
    it('redeem a code once and revoke the issued tokens because of the replay', async () => {
      await saveCode('oac_one');
      const { won, lost } = await together(Array.from({ length: times }, () => redeem('oac_one')));
      expect(won).toHaveLength(1);
      expect(lost).toEqual(Array.from({ length: times - 1 }, () => 'invalid_grant'));
      expect(await tokens.find(String(won[0]?.access_token))).toBeNull();
      expect(await stored()).toBe(0);
    });

    it('redeem a refresh token once and revoke all tokens because of the replay', async () => {
      await saveCode('oac_one');
      const { refresh_token } = await redeem('oac_one');
      const { won, lost } = await together(Array.from({ length: times }, () => renew(refresh_token)));
      expect(won).toHaveLength(1);
      expect(lost).toEqual(Array.from({ length: times - 1 }, () => 'invalid_grant'));
      expect(await stored()).toBe(0);
    });
  });

  it('redeems different codes concurrently', async () => {
    const codes = ['oac_a', 'oac_b', 'oac_c', 'oac_d'];
    for (const code of codes) await saveCode(code);
    const { won, lost } = await together(codes.map(redeem));
    expect(lost).toEqual([]);
    for (const { access_token } of won) expect(await tokens.find(String(access_token))).not.toBeNull();
  });

  it('leaves no valid token when the user revokes the consent concurrently', async () => {
    await saveCode('oac_one');
    const grants = createOAuthGrants(db);
    await grants.remember(userId, client.id, ['read']);
    const [outcome] = await Promise.allSettled([redeem('oac_one'), grants.revoke(userId, client.clientId)]);
    const token = outcome.status === 'fulfilled' ? String(outcome.value.access_token) : null;
    if (token === null) expect(outcome).toMatchObject({ reason: { code: 'invalid_grant' } });
    else expect(await tokens.find(token)).toBeNull();
  });

  it('stores only digests', async () => {
    await saveCode('oac_one');
    const answer = await redeem('oac_one');
    const rows = [
      await db.query.selectFrom('oauth_codes').selectAll().execute(),
      await db.query.selectFrom('oauth_tokens').selectAll().execute(),
      await db.query.selectFrom('auth_events').selectAll().execute(),
    ];
    const text = JSON.stringify(rows);
    for (const secret of ['oac_one', VERIFIER, String(answer.access_token), String(answer.refresh_token)]) {
      expect(text).not.toContain(secret);
    }
  });

  it('deletes expired tokens in batches and keeps used codes for a day to detect replays', async () => {
    const past = new Date(Date.now() - 1000);
    for (let number = 0; number < 70; number += 1) {
      const token = { kind: 'access', family: 'old', clientRow: client.id, userId, scopes: ['read'] } as const;
      await tokens.save({ ...token, token: `old ${number}`, expiresAt: past });
    }
    await saveCode('oac_used');
    await redeem('oac_used');
    expect(await stored()).toBe(22);
    const expire = (ago: number) =>
      db.query
        .updateTable('oauth_codes')
        .set({ expires_at: utc.encode(new Date(Date.now() - ago)) })
        .execute();
    await expire(DAY - 60_000);
    await tokens.purge();
    expect(await stored()).toBe(2);
    expect(await createOAuthCodes(db).find('oac_used')).toMatchObject({ isUsed: true });
    await expire(DAY);
    await tokens.purge();
    expect(await createOAuthCodes(db).find('oac_used')).toBeNull();
  });
});
