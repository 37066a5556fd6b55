import { describe, expect, it } from 'vitest';
import { failureOf, isPassing } from '../../../src/blocks/editor/saving/failure.js';
import { ClientError } from '../../../src/client/client-error.js';

describe('save failure', () => {
  const of = (status: number, code = 'some_code', data: unknown = {}) =>
    failureOf(new ClientError(code, 'Because.', { status, data }));

  it.each([
    [0, 'network_error', 'offline'],
    [401, 'rest_not_logged_in', 'logged-out'],
    [403, 'rest_cookie_invalid_nonce', 'logged-out'],
    [403, 'rest_other_user', 'other-user'],
    [403, 'rest_forbidden', 'forbidden'],
    [404, 'vendor_kb_article_not_found', 'gone'],
    [410, 'gone', 'gone'],
    [412, 'vendor_kb_version_conflict', 'conflict'],
    [413, 'vendor_kb_too_large', 'too-large'],
    [429, 'rest_rate_limited', 'limited'],
    [409, 'rest_idempotency_in_flight', 'server'],
    [502, 'invalid_answer', 'server'],
    [200, 'invalid_answer', 'server'],
    [500, 'internal_error', 'server'],
    [400, 'vendor_kb_blocks_invalid', 'refused'],
  ] as const)('%i %s is "%s"', (status, code, kind) => {
    expect(of(status, code).kind).toBe(kind);
  });

  it('is temporary or needs a decision', () => {
    expect([0, 503, 429].map((status) => isPassing(of(status)))).toEqual([true, true, true]);
    expect([401, 403, 404, 412, 413, 400].some((status) => isPassing(of(status)))).toBe(false);
  });

  it('includes the time to wait, and the user who saved since', () => {
    const response = new Response(null, { headers: { 'Retry-After': '7' } });
    expect(failureOf(new ClientError('x', 'Wait.', { status: 429, response })).wait).toBe(7000);
    const details = { version: 3, author: 4, modified: '2026-01-02T03:04:05.000Z' };
    expect(of(412, 'x', { details }).since).toEqual({ author: 4, modified: details.modified });
    expect(of(412).since).toBeNull();
  });

  it('covers errors that are not responses', () => {
    expect(failureOf(new TypeError('Odd'))).toMatchObject({ kind: 'refused', message: 'TypeError: Odd' });
  });
});
