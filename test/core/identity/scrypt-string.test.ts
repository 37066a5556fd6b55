import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatScryptString, parseScryptString } from '../../../src/core/identity/scrypt-string.js';

const bytes = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));

const SALT = 'c29tZSBzYWx0IGhlcmU';
const KEY = 'a2V5IGtleSBrZXkga2V5IGtleSBrZXkga2V5IGtleQ';

describe('scrypt PHC strings', () => {
  it('round-trip through format and parse', () => {
    const hashes = fc.record({
      logCost: fc.integer({ min: 1, max: 15 }),
      blockSize: fc.integer({ min: 1, max: 8 }),
      parallelism: fc.integer({ min: 1, max: 4 }),
      salt: bytes(9, 64),
      key: bytes(17, 64),
    });
    fc.assert(
      fc.property(hashes, (hash) => {
        expect(parseScryptString(formatScryptString(hash))).toEqual(hash);
      }),
    );
  });

  it.each(['ln=17,r=8,p=1', 'ln=16,r=8,p=2', 'ln=15,r=8,p=3', 'ln=14,r=8,p=5', 'ln=13,r=8,p=10'])(
    'accept the recommended setting %s',
    (parameters) => {
      expect(parseScryptString(`$scrypt$${parameters}$${SALT}$${KEY}`)).not.toBeNull();
    },
  );

  it.each([
    ['N = 2^30', 'ln=30,r=8,p=1'],
    ['N = 2^99', 'ln=99,r=1,p=1'],
    ['256 MiB', 'ln=18,r=8,p=1'],
    ['a huge block', 'ln=15,r=99,p=1'],
    ['many lanes', 'ln=17,r=8,p=99'],
    ['no cost', 'ln=0,r=8,p=1'],
    ['no block', 'ln=15,r=0,p=1'],
    ['no lane', 'ln=15,r=8,p=0'],
    ['a negative cost', 'ln=-5,r=8,p=1'],
    ['an exponent', 'ln=1e1,r=8,p=1'],
    ['another order', 'r=8,ln=15,p=1'],
  ])('are rejected with %s', (_, parameters) => {
    expect(parseScryptString(`$scrypt$${parameters}$${SALT}$${KEY}`)).toBeNull();
  });

  it('never allow more than 128 MiB of memory', () => {
    const number = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(number(24), number(40), number(4), (ln, r, p) => {
        const hash = parseScryptString(`$scrypt$ln=${ln},r=${r},p=${p}$${SALT}$${KEY}`);
        const memory = hash ? 128 * 2 ** hash.logCost * hash.blockSize : 0;
        expect(memory).toBeLessThanOrEqual(128 * 1024 * 1024);
      }),
    );
  });

  it('are rejected with a short salt or key from a damaged row', () => {
    expect(parseScryptString(`$scrypt$ln=15,r=8,p=3$c2FsdA$${KEY}`)).toBeNull();
    expect(parseScryptString(`$scrypt$ln=15,r=8,p=3$${SALT}$a2V5`)).toBeNull();
  });

  it('are distinguished from any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => parseScryptString(text) === null));
  });
});
