import { HostError } from '../../../index.js';

export function profileNotFound(name: string): HostError {
  const message = `The site has no custom profile "${name}".`;
  return new HostError('vendor_bank_not_found', message, { status: 404, profile: name });
}

export function profileExists(name: string): HostError {
  const message = `A profile "${name}" already exists. Choose another name.`;
  return new HostError('vendor_bank_profile_exists', message, { status: 409, profile: name });
}
