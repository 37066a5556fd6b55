import { describe, expect, it } from 'vitest';
import { createSignatures } from '../../../../src/core/crypto/signatures.js';
import { createPageTimes } from '../../../../src/plugins/knowledge-base/domain/feedback/reader-feedback.js';

describe('form timestamp', () => {
  let now = Date.UTC(2026, 10, 22);
  const signatures = (owner: string) =>
    createSignatures({ owner, secret: 'a secret for tests, long enough to be accepted', now: () => now });
  const times = createPageTimes(signatures('knowledge-base'), () => now);

  it('gives the age in milliseconds, for its own article only', () => {
    const stamp = times.stamp(7);
    now += 1_234;
    expect(times.age(stamp, 7)).toBe(1_234);
    expect(times.age(stamp, 8)).toBeNull();
  });

  it('is rejected when changed, made up or signed by another plugin', () => {
    const stamp = times.stamp(7);
    const [, ...rest] = stamp.split('.');
    const earlier = [Buffer.from('7:0').toString('base64url'), ...rest].join('.');
    const foreign = createPageTimes(signatures('acme'), () => now).stamp(7);
    for (const wrong of [earlier, foreign, '', '7:0', undefined, null, 7, [], `${stamp}x`]) {
      expect(times.age(wrong, 7)).toBeNull();
    }
  });

  it('expires after two days', () => {
    const stamp = times.stamp(7);
    now += 2 * 24 * 60 * 60 * 1000 + 1_000;
    expect(times.age(stamp, 7)).toBeNull();
  });
});
