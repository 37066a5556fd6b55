import { HostError } from '../errors.js';

/** WordPress's answer to a name that nobody has: it tells which names exist, so only sites that ask for it give it. */
export function invalidUsername(): HostError {
  return new HostError('invalid_username', 'Nobody here has this name. Check it and try again.', { status: 401 });
}

/** One answer for every wrong credential, so that it does not tell which accounts exist (host.md row 28). */
export function incorrectPassword(): HostError {
  return new HostError(
    'incorrect_password',
    'The name and the password do not belong together. Check both and try again.',
    {
      status: 401,
    },
  );
}
