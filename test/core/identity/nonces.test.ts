import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNonces } from '../../../src/core/identity/nonces.js';
import { createHooks } from '../../../src/hooks/hooks.js';

const HOUR = 60 * 60 * 1000;
const HALF_LIFE = 12 * HOUR;
const SECRET = 'a secret of at least thirty-two bytes';

/** Creates a nonce service with a manual clock, set to the first millisecond of a tick. */
function noncesAt(secret = SECRET, previousSecrets: string[] = []) {
  const clock = { now: 40_000 * HALF_LIFE + 1 };
  return { clock, nonces: createNonces({ secret, previousSecrets, now: () => clock.now }) };
}

const context = fc.record({
  action: fc.string(),
  userId: fc.nat(),
  session: fc.string(),
});

describe('nonce', () => {
  it('consists of 22 URL-safe characters', () => {
    const { nonces } = noncesAt();
    fc.assert(
      fc.property(context, ({ action, userId, session }) => {
        expect(nonces.create(action, userId, session)).toMatch(/^[\w-]{22}$/);
      }),
    );
  });

  it('verifies as 1 in its own tick, 2 in the next one and 0 afterwards', () => {
    fc.assert(
      fc.property(context, fc.nat({ max: 100 * HOUR }), fc.nat({ max: HALF_LIFE - 1 }), (created, age, offset) => {
        const { clock, nonces } = noncesAt();
        clock.now += offset;
        const nonce = nonces.create(created.action, created.userId, created.session);
        clock.now += age;
        const ticksLater = Math.floor((offset + age) / HALF_LIFE);
        const expected = ticksLater === 0 ? 1 : ticksLater === 1 ? 2 : 0;
        expect(nonces.verify(nonce, created.action, created.userId, created.session)).toBe(expected);
      }),
    );
  });

  it.each([
    [0, 1],
    [HALF_LIFE - 1, 1],
    [HALF_LIFE, 2],
    [2 * HALF_LIFE - 1, 2],
    [2 * HALF_LIFE, 0],
  ])('verifies %i ms after the start of its tick as state %i', (age, state) => {
    const { clock, nonces } = noncesAt();
    const nonce = nonces.create('rest', 7, 'session');
    clock.now += age;
    expect(nonces.verify(nonce, 'rest', 7, 'session')).toBe(state);
  });

  it('is invalid before its time when it was created with a clock that was ahead', () => {
    const { clock, nonces } = noncesAt();
    clock.now += 2 * HALF_LIFE;
    const nonce = nonces.create('rest', 7, 'session');
    clock.now -= 2 * HALF_LIFE;
    expect(nonces.verify(nonce, 'rest', 7, 'session')).toBe(0);
  });

  it('is invalid for any other action, user or session', () => {
    const { nonces } = noncesAt();
    fc.assert(
      fc.property(context, context, (created, checked) => {
        const same =
          created.action === checked.action && created.userId === checked.userId && created.session === checked.session;
        fc.pre(!same);
        const nonce = nonces.create(created.action, created.userId, created.session);
        expect(nonces.verify(nonce, checked.action, checked.userId, checked.session)).toBe(0);
      }),
    );
  });

  it('is invalid when its parts are split differently', () => {
    const { nonces } = noncesAt();
    expect(nonces.verify(nonces.create('delete|1', 2, 's'), 'delete', 1, '2|s')).toBe(0);
    expect(nonces.verify(nonces.create('a","b', 2, 's'), 'a', 2, 's')).toBe(0);
  });

  it('is invalid with any other secret', () => {
    const secrets = fc.string({ minLength: 32 });
    fc.assert(
      fc.property(secrets, secrets, (mine, theirs) => {
        fc.pre(mine !== theirs);
        const nonce = noncesAt(mine).nonces.create('rest', 7, 'session');
        expect(noncesAt(theirs).nonces.verify(nonce, 'rest', 7, 'session')).toBe(0);
      }),
    );
  });

  it('is valid with the previous secret while listed, and new nonces use the current secret', () => {
    const before = noncesAt('the previous secret, 32 bytes long');
    const during = noncesAt(SECRET, ['the previous secret, 32 bytes long']);
    expect(during.nonces.verify(before.nonces.create('rest', 7, 's'), 'rest', 7, 's')).toBe(1);
    expect(before.nonces.verify(during.nonces.create('rest', 7, 's'), 'rest', 7, 's')).toBe(0);
  });

  it('is invalid with one character changed, and so is any other text', () => {
    const { nonces } = noncesAt();
    const nonce = nonces.create('rest', 7, 'session');
    for (let index = 0; index < nonce.length; index += 1) {
      const other = nonce[index] === 'A' ? 'B' : 'A';
      expect(nonces.verify(nonce.slice(0, index) + other + nonce.slice(index + 1), 'rest', 7, 'session')).toBe(0);
    }
    fc.assert(fc.property(fc.string(), (text) => nonces.verify(text, 'rest', 7, 'session') === 0));
  });

  it('expires after the configured lifetime', () => {
    const clock = { now: 1 };
    const nonces = createNonces({ secret: SECRET, life: 2 * HOUR, now: () => clock.now });
    const nonce = nonces.create('rest', 7, 'session');
    clock.now += HOUR;
    expect(nonces.verify(nonce, 'rest', 7, 'session')).toBe(2);
    clock.now += HOUR;
    expect(nonces.verify(nonce, 'rest', 7, 'session')).toBe(0);
  });

  it('expires after the lifetime returned by the nonce_life filter for its action', () => {
    const clock = { now: 1 };
    const hooks = createHooks();
    hooks.addFilter('nonce_life', (life, action) => (action === 'pay' ? HOUR : life));
    const nonces = createNonces({ secret: SECRET, hooks, now: () => clock.now });
    const [pay, read] = [nonces.create('pay', 7, 'session'), nonces.create('read', 7, 'session')];
    clock.now += HOUR;
    expect(nonces.verify(pay, 'pay', 7, 'session')).toBe(0);
    expect(nonces.verify(read, 'read', 7, 'session')).toBe(1);
  });
});
