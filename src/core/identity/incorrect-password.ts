import { HostError } from '../errors.js';

/** WordPress's error for an unknown username. It reveals which names exist, so sites have to opt in. */
export function invalidUsername(): HostError {
  return new HostError('invalid_username', 'No user has this name. Check it and try again.', { status: 401 });
}

/** Single error for every wrong credential, so that it does not reveal which accounts exist. */
export function incorrectPassword(): HostError {
  return new HostError('incorrect_password', 'Wrong username or password.', {
    status: 401,
  });
}
