import { createHash, createHmac } from 'node:crypto';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PasswordVerifier } from '../../../src/core/identity/password-verifier.js';
import { describeDatabases } from '../../support/databases.js';
import { countScrypt } from '../../support/scrypt-count.js';
import { ADA, type IdentityServices, identityServices } from './identity-services.js';

const PASSWORD = 'Tr\u00e4umerei 12';
const WRONG = 'Tr\u00e4umerei 13';

const bcryptVerifier: PasswordVerifier = {
  name: 'bcrypt',
  recognises: (stored) => /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(stored),
  verify: (password, stored) => bcrypt.compare(password, stored),
};

const argon2Verifier: PasswordVerifier = {
  name: 'argon2',
  recognises: (stored) => /^\$argon2(?:id|i|d)\$/.test(stored),
  verify: (password, stored) => argon2Verify(stored, password),
};

/** WordPress 6.8 passes a SHA-384 digest to bcrypt, because bcrypt reads only 72 bytes. */
const wordPressVerifier: PasswordVerifier = {
  name: 'WordPress',
  recognises: (stored) => stored.startsWith('$wp$2y$'),
  verify: (password, stored) => bcrypt.compare(wordPressDigest(password), stored.slice('$wp'.length)),
};

const phpassVerifier: PasswordVerifier = {
  name: 'phpass',
  recognises: (stored) => /^\$P\$[./0-9A-Za-z]{31}$/.test(stored),
  verify: (password, stored) => phpass(password, stored) === stored,
};

function wordPressDigest(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(password.trim()).digest('base64');
}

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Portable phpass hash: iterated MD5. @param setting `$P$`, the logarithm of the rounds, eight characters of salt */
function phpass(password: string, setting: string): string {
  const salt = setting.slice(4, 12);
  const bytes = Buffer.from(password);
  let digest = createHash('md5').update(salt).update(bytes).digest();
  for (let rounds = 2 ** ALPHABET.indexOf(setting[3] ?? ''); rounds > 0; rounds -= 1) {
    digest = createHash('md5').update(digest).update(bytes).digest();
  }
  let text = '';
  for (let index = 0; index < 16; index += 3) {
    const value = (digest[index] ?? 0) | ((digest[index + 1] ?? 0) << 8) | ((digest[index + 2] ?? 0) << 16);
    const count = index + 3 > 16 ? 2 : 4;
    for (let place = 0; place < count; place += 1) text += ALPHABET[(value >> (6 * place)) & 63];
  }
  return setting.slice(0, 12) + text;
}

const HASHES: Readonly<Record<string, () => Promise<string>>> = {
  bcrypt: () => bcrypt.hash(PASSWORD, 4),
  argon2: () => argon2Hash(PASSWORD, { memoryCost: 1024, timeCost: 2 }),
  'phpass portable': async () => phpass(PASSWORD, '$P$8abcdefgh'),
  'WordPress 6.8': async () => `$wp${(await bcrypt.hash(wordPressDigest(PASSWORD), 4)).replace(/^\$2[ab]\$/, '$2y$')}`,
};

describe('phpass in these tests', () => {
  it('matches the test vector of its author', () => {
    const vector = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0';
    expect(phpass('test12345', vector)).toBe(vector);
  });
});

describeDatabases('users imported from another system', (database) => {
  let services: IdentityServices;
  beforeEach(async () => {
    services = identityServices(await database(), { verifierTime: 300 });
  });

  function install(...verifiers: PasswordVerifier[]): void {
    services.hooks.addFilter('password_verifiers', (list) => [...list, ...verifiers]);
  }

  const { password: _own, ...imported } = ADA;
  const importAda = (passwordHash: string) => services.users.create({ ...imported, passwordHash });
  const signIn = (password: string) => services.users.verifyPassword('ada', password);

  async function stored(): Promise<string | null> {
    const { password_hash } = await services.db.query
      .selectFrom('users')
      .select('password_hash')
      .where('login', '=', 'ada')
      .executeTakeFirstOrThrow();
    return password_hash;
  }

  describe.each(Object.keys(HASHES))('with a %s hash', (name) => {
    it('sign in only with their password and get a native hash', async () => {
      install(bcryptVerifier, argon2Verifier, wordPressVerifier, phpassVerifier);
      const hash = (await HASHES[name]?.()) ?? '';
      const ada = await importAda(hash);
      expect(await stored()).toBe(hash);
      for (const wrong of [WRONG, '', hash]) expect(await signIn(wrong)).toBeNull();
      expect(await stored()).toBe(hash);
      expect(await signIn(PASSWORD)).toEqual(ada);
      expect(await stored()).toMatch(/^\$scrypt\$ln=8,/);
      expect(await signIn(PASSWORD)).toEqual(ada);
      expect(await signIn(WRONG)).toBeNull();
    });
  });

  it('keep a native hash from another Mortise site', async () => {
    const elsewhere = identityServices(services.db);
    await elsewhere.users.create({ ...ADA, login: 'elsewhere', email: 'elsewhere@example.com' });
    const { password_hash } = await services.db.query
      .selectFrom('users')
      .select('password_hash')
      .executeTakeFirstOrThrow();
    const ada = await importAda(password_hash ?? '');
    expect(await signIn(ADA.password)).toEqual(ada);
  });

  it('are rejected with a hash that no verifier recognizes or with two passwords', async () => {
    const hash = await bcrypt.hash(PASSWORD, 4);
    await expect(importAda(hash)).rejects.toMatchObject({ code: 'rest_user_invalid_password_hash', status: 400 });
    install(bcryptVerifier);
    for (const text of ['', 'plain text', '5f4dcc3b5aa765d61d8327deb882cf99']) {
      await expect(importAda(text)).rejects.toMatchObject({ code: 'rest_user_invalid_password_hash' });
    }
    await expect(services.users.create({ ...ADA, passwordHash: hash })).rejects.toMatchObject({
      code: 'rest_user_invalid_password_hash',
    });
  });

  it('cannot sign in after their verifier is removed', async () => {
    install(bcryptVerifier);
    await importAda(await bcrypt.hash(PASSWORD, 4));
    services.hooks.removeAllFilters('password_verifiers');
    expect(await signIn(PASSWORD)).toBeNull();
  });

  const broken: Readonly<Record<string, PasswordVerifier['verify']>> = {
    throws: () => {
      throw new Error('broken');
    },
    rejects: () => Promise.reject(new Error('broken')),
    'never answers': () => new Promise(() => undefined),
    'answers "true" as text': () => 'true' as never,
    'answers 1': () => Promise.resolve(1) as never,
    'answers an object': () => ({ ok: true }) as never,
    'answers nothing': () => undefined as never,
  };
  it.each(Object.keys(broken))('are rejected when their verifier %s', async (name) => {
    install({ name: 'broken', recognises: () => true, verify: broken[name] ?? (() => false) });
    await importAda('$broken$');
    expect(await signIn(PASSWORD)).toBeNull();
    expect(await signIn('')).toBeNull();
  });

  it('are checked by the next verifier when one fails to inspect a hash', async () => {
    install({
      name: 'broken',
      recognises() {
        throw new Error('broken');
      },
      verify: () => true,
    });
    install(bcryptVerifier);
    const ada = await importAda(await bcrypt.hash(PASSWORD, 4));
    expect(await signIn(WRONG)).toBeNull();
    expect(await signIn(PASSWORD)).toEqual(ada);
  });

  it('do not affect other users when the filter itself throws', async () => {
    install(bcryptVerifier);
    await importAda(await bcrypt.hash(PASSWORD, 4));
    const bob = await services.users.create({ login: 'bob', email: 'bob@example.com', password: ADA.password });
    services.hooks.addFilter('password_verifiers', () => {
      throw new Error('broken');
    });
    expect(await signIn(PASSWORD)).toBeNull();
    expect(await services.users.verifyPassword('bob', ADA.password)).toEqual(bob);
  });

  it('do not block other logins: a hanging verifier times out and its concurrency is bounded', async () => {
    let waiting = 0;
    let most = 0;
    install({
      name: 'hanging',
      recognises: (hash) => hash === '$hanging$',
      async verify() {
        waiting += 1;
        most = Math.max(most, waiting);
        await new Promise((resolve) => setTimeout(resolve, 600));
        waiting -= 1;
        return true;
      },
    });
    await importAda('$hanging$');
    const bob = await services.users.create({ login: 'bob', email: 'bob@example.com', password: ADA.password });
    const verdicts = await Promise.all([
      ...Array.from({ length: 6 }, () => signIn(PASSWORD)),
      services.users.verifyPassword('bob', ADA.password),
    ]);
    expect(verdicts).toEqual([...Array(6).fill(null), bob]);
    // Two batches of four may overlap, because a verifier that timed out cannot be stopped.
    expect(most).toBeLessThanOrEqual(8);
  });

  it('cost one scrypt computation for every wrong answer, like native hashes', async () => {
    install(bcryptVerifier);
    await importAda(await bcrypt.hash(PASSWORD, 4));
    await services.users.create({ login: 'bob', email: 'bob@example.com', password: ADA.password });
    await services.users.create({ login: 'none', email: 'none@example.com' });
    for (const login of ['ada', 'bob', 'none', 'nobody', '']) {
      for (const password of [WRONG, '', 'x'.repeat(2000)]) {
        const { started } = await countScrypt(() => services.users.verifyPassword(login, password));
        expect({ login, started }).toEqual({ login, started: 1 });
      }
    }
  });

  it('do not pass a password of one megabyte to a verifier', async () => {
    const lengths: number[] = [];
    install({
      name: 'counting',
      recognises: () => true,
      verify(password) {
        lengths.push(password.length);
        return true;
      },
    });
    await importAda('$anything$');
    expect(await signIn('x'.repeat(1_000_000))).toBeNull();
    expect(lengths).toEqual([]);
  });
});
