import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { signWebhook, verifyWebhook } from '../../../src/core/webhooks/signature.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const SECRET = 'whsec_a secret';

const headersFor = (body: string | Uint8Array, timestamp = SECONDS, secret = SECRET) => ({
  'x-cms-webhook-timestamp': String(timestamp),
  'x-cms-webhook-signature': signWebhook(secret, timestamp, body),
});

it('signs with HMAC-SHA256 over timestamp, a dot and the body', () => {
  const expected = createHmac('sha256', SECRET).update('1800000000.{"a":"ä"}', 'utf8').digest('hex');
  expect(signWebhook(SECRET, 1_800_000_000, '{"a":"ä"}')).toBe(`sha256=${expected}`);
});

it('accepts a signed body as text and as bytes, and rejects any change', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (body, other) => {
      const headers = headersFor(body);
      expect(verifyWebhook(SECRET, headers, body, NOW)).toBe(true);
      expect(verifyWebhook(SECRET, headers, Buffer.from(body), NOW)).toBe(true);
      expect(verifyWebhook(SECRET, headers, other, NOW)).toBe(other === body);
      expect(verifyWebhook(`${SECRET}x`, headers, body, NOW)).toBe(false);
    }),
  );
});

it('rejects messages that are more than five minutes old or in the future', () => {
  for (const [age, isGood] of [
    [0, true],
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ] as const) {
    expect([age, verifyWebhook(SECRET, headersFor('{}', SECONDS - age), '{}', NOW)]).toEqual([age, isGood]);
  }
});

it('rejects missing, empty, repeated or malformed headers', () => {
  const good = headersFor('{}');
  const signature = good['x-cms-webhook-signature'];
  for (const headers of [
    {},
    { ...good, 'x-cms-webhook-timestamp': undefined },
    { ...good, 'x-cms-webhook-timestamp': '' },
    { ...good, 'x-cms-webhook-timestamp': 'NaN' },
    { ...good, 'x-cms-webhook-timestamp': 'Infinity' },
    { ...good, 'x-cms-webhook-signature': '' },
    { ...good, 'x-cms-webhook-signature': signature.slice(7) },
    { ...good, 'x-cms-webhook-signature': signature.toUpperCase() },
    { ...good, 'x-cms-webhook-signature': [signature, signature] },
  ]) {
    expect(verifyWebhook(SECRET, headers, '{}', NOW)).toBe(false);
  }
});

it('does not verify with an empty secret, which anyone can sign with', () => {
  expect(() => verifyWebhook('', headersFor('{}', SECONDS, ''), '{}', NOW)).toThrow(
    expect.objectContaining({ code: 'webhook_secret_missing' }),
  );
});
