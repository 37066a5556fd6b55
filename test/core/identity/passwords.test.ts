import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../../src/core/identity/passwords.js';
import { parseScryptString } from '../../../src/core/identity/scrypt-string.js';

const CHEAP = { logCost: 8, blockSize: 8, parallelism: 1 };

describe('passwords', () => {
  const passwords = createPasswords(CHEAP);

  it('are hashed with N = 2^15, r = 8, p = 3 by default', async () => {
    const stored = await createPasswords().hash('correct horse');
    expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await createPasswords().verify('correct horse', stored)).toBe(true);
  });

  it('verify only against their own hash', async () => {
    const stored = await passwords.hash('correct horse');
    expect(await passwords.verify('correct horse', stored)).toBe(true);
    expect(await passwords.verify('correct horsE', stored)).toBe(false);
    expect(await passwords.verify('', stored)).toBe(false);
  });

  it('are hashed with a unique salt', async () => {
    expect(await passwords.hash('twice')).not.toBe(await passwords.hash('twice'));
  });

  it('are equal in composed and decomposed Unicode', async () => {
    const stored = await passwords.hash('caf\u00e9 \uff11');
    expect(await passwords.verify('cafe\u0301 1', stored)).toBe(true);
  });

  it('never match a missing, foreign or malicious hash', async () => {
    const key = 'a2V5IGtleSBrZXkga2V5IGtleSBrZXkga2V5IGtleQ';
    expect(await passwords.verify('secret', null)).toBe(false);
    expect(await passwords.verify('secret', 'secret')).toBe(false);
    expect(await passwords.verify('secret', '$2b$10$abcdefghijklmnopqrstuv')).toBe(false);
    expect(await passwords.verify('secret', `$scrypt$ln=30,r=8,p=1$c29tZSBzYWx0IGhlcmU$${key}`)).toBe(false);
  });

  it('verify with the parameters stored in the hash', async () => {
    const stored = await createPasswords({ logCost: 9, blockSize: 4, parallelism: 2 }).hash('moved');
    expect(await passwords.verify('moved', stored)).toBe(true);
  });

  it('need a rehash when the parameters have changed', async () => {
    const stored = await passwords.hash('older');
    expect(passwords.needsRehash(stored)).toBe(false);
    expect(createPasswords({ ...CHEAP, logCost: 9 }).needsRehash(stored)).toBe(true);
    expect(createPasswords({ ...CHEAP, parallelism: 2 }).needsRehash(stored)).toBe(true);
    expect(passwords.needsRehash('$2b$10$abcdefghijklmnopqrstuv')).toBe(true);
  });

  it('are all hashed when more arrive than can be computed concurrently', async () => {
    const stored = await Promise.all(Array.from({ length: 20 }, (_, index) => passwords.hash(`password ${index}`)));
    const verdicts = await Promise.all(stored.map((hash, index) => passwords.verify(`password ${index}`, hash)));
    expect(verdicts).toEqual(Array(20).fill(true));
    expect(new Set(stored.map((hash) => parseScryptString(hash)?.salt.toString('hex'))).size).toBe(20);
  });
});
