import type { HttpAnswer } from './http-client.js';

/** A page without what is different each time it is shown: its nonces and the time. */
export function lasting({ status, headers, text }: HttpAnswer) {
  const { date: _date, 'content-length': _length, 'content-security-policy': policy, ...others } = headers;
  return {
    status,
    headers: { ...others, policy: String(policy).replace(/'nonce-[^']*'/g, "'nonce'") },
    text: text.replace(/(name="nonce" value="| nonce=")[^"]*/g, '$1'),
  };
}
