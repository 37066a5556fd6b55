import { HostError } from '../../../../index.js';

/** @param message says what the server did, and what to do; without secrets, which stand in addresses of some banks */
export function sourceFailed(message: string): HostError {
  return new HostError('vendor_bank_source_failed', message, { status: 502 });
}

export function privateAddress(hostname: string): HostError {
  const message = `${hostname} leads into a private network, where this site fetches nothing. Name an address of the internet, or allow it in the code of the site: bank({ outbound: { allowPrivate: true } }).`;
  return new HostError('vendor_bank_address_private', message, { status: 422 });
}

/** The bank wants to be asked later. @param seconds until then */
export function askedTooSoon(message: string, seconds: number): HostError {
  const headers = { 'Retry-After': String(seconds) };
  return new HostError('vendor_bank_too_soon', message, { status: 429, retryAfter: seconds, headers });
}
