import { definePlugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type AccessSecret, createAccessSecret } from '../../../../src/plugins/bank/access/secrets.js';

const HOUR = 3_600_000;

let host: TestHost;
let now = new Date('2026-03-02T12:00:00Z');
afterEach(() => host.close());

async function openSecret(): Promise<AccessSecret> {
  const secrets: AccessSecret[] = [];
  const plugin = definePlugin({
    name: 'bank' as string,
    version: '1.0.0',
    setup: ({ options }) => void secrets.push(createAccessSecret(options, () => now)),
  });
  now = new Date('2026-03-02T12:00:00Z');
  host = await createTestHost({ plugins: [plugin] });
  const [secret] = secrets;
  if (!secret) throw new Error('The plugin was not set up.');
  return secret;
}

describe('bank access secret', () => {
  it('rejects every secret until one is created', async () => {
    const secret = await openSecret();
    expect(await secret.state()).toEqual({ isSet: false, previousUntil: null });
    for (const text of ['', 'x', 'undefined', '0'.repeat(64)]) expect(await secret.matches(text)).toBe(false);
  });

  it('has 32 random bytes, and is stored only as a digest', async () => {
    const secret = await openSecret();
    const rotated = await secret.rotate();
    expect(Buffer.from(rotated, 'base64url')).toHaveLength(32);
    expect(await secret.matches(rotated)).toBe(true);
    expect(await secret.matches(`${rotated}x`)).toBe(false);
    const stored = JSON.stringify(await host.db.query.selectFrom('options').selectAll().execute());
    expect(stored).toContain('bank_access_secret');
    expect(stored).not.toContain(rotated);
  });

  it('does not accept its own digest', async () => {
    const secret = await openSecret();
    await secret.rotate();
    const row = await host.db.query
      .selectFrom('options')
      .selectAll()
      .where('name', '=', 'bank_access_secret')
      .execute();
    const [digest = ''] = /[0-9a-f]{64}/.exec(JSON.stringify(row)) ?? [];
    expect(digest).not.toBe('');
    expect(await secret.matches(digest)).toBe(false);
  });

  it('accepts the previous secret for exactly one day after a rotation', async () => {
    const secret = await openSecret();
    const [first, second] = [await secret.rotate(), await secret.rotate()];
    expect(await secret.state()).toEqual({ isSet: true, previousUntil: new Date('2026-03-03T12:00:00Z') });
    expect([await secret.matches(first), await secret.matches(second)]).toEqual([true, true]);
    now = new Date(now.getTime() + 24 * HOUR - 1);
    expect(await secret.matches(first)).toBe(true);
    now = new Date(now.getTime() + 1);
    expect([await secret.matches(first), await secret.matches(second)]).toEqual([false, true]);
    expect(await secret.state()).toEqual({ isSet: true, previousUntil: null });
  });

  it('accepts only one previous secret', async () => {
    const secret = await openSecret();
    const [first, second, third] = [await secret.rotate(), await secret.rotate(), await secret.rotate()];
    const matches = await Promise.all([first, second, third].map((each) => secret.matches(each)));
    expect(matches).toEqual([false, true, true]);
  });

  it('is rejected immediately after it is revoked', async () => {
    const secret = await openSecret();
    const secrets = [await secret.rotate(), await secret.rotate()];
    await secret.revoke();
    for (const each of secrets) expect(await secret.matches(each)).toBe(false);
  });
});
