import { HostError } from '../errors.js';

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
