import type { Response } from 'supertest';

/** Returns a page without the parts that differ on every response: nonces and the time. */
export function lasting({ status, headers, text }: Response) {
  const { date: _date, 'content-length': _length, 'content-security-policy': policy, ...others } = headers;
  return {
    status,
    headers: { ...others, policy: String(policy).replace(/'nonce-[^']*'/g, "'nonce'") },
    text: text.replace(/(name="nonce" value="| nonce=")[^"]*/g, '$1'),
  };
}
