import { HostError } from '../../../index.js';

export function profileNotFound(name: string): HostError {
  const message = `The site has no profile "${name}" of its own.`;
  return new HostError('vendor_bank_not_found', message, { status: 404, profile: name });
}

export function profileExists(name: string): HostError {
  const message = `There is a profile "${name}" already. Give this one another name.`;
  return new HostError('vendor_bank_profile_exists', message, { status: 409, profile: name });
}
