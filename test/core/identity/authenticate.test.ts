import { describe, expect, it } from 'vitest';
import { inOrder } from '../../../src/core/identity/authenticate.js';
import type { Authenticator, Identity } from '../../../src/core/identity/authenticator.js';
import { incorrectPassword } from '../../../src/core/identity/incorrect-password.js';

function identity(method: string): Identity {
  const user = { id: 7, login: 'ada', email: 'ada@example.com', emailVerified: true, name: 'Ada', roles: [] };
  return { user, via: 'explicit', method, session: '' };
}

/** Claims requests with a header of its own name. The header's value decides the outcome. */
function byHeader(name: string): Authenticator {
  return {
    name,
    claims: (request) => request.headers[name] !== undefined,
    async authenticate(request) {
      if (request.headers[name] === 'wrong') throw incorrectPassword();
      return request.headers[name] === 'right' ? identity(name) : null;
    },
  };
}

describe('authentication', () => {
  const authenticate = inOrder([byHeader('first'), byHeader('second')]);
  const by = (headers: Record<string, string>) => authenticate({ method: 'GET', headers, secure: true });

  it('returns the first identity in order', async () => {
    expect((await by({ first: 'right', second: 'right' }))?.method).toBe('first');
    expect((await by({ second: 'right' }))?.method).toBe('second');
  });

  it('returns null for a request that no authenticator claims', async () => {
    expect(await by({})).toBeNull();
  });

  it('tries the next authenticator when the first finds no identity', async () => {
    expect((await by({ first: 'nobody', second: 'right' }))?.method).toBe('second');
  });

  it('stops at a wrong credential, even if a later one is valid', async () => {
    await expect(by({ first: 'wrong', second: 'right' })).rejects.toMatchObject({
      code: 'incorrect_password',
      status: 401,
    });
  });
});
