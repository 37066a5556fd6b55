import { HostError } from '../../../index.js';

export function dayNotKept(day: string, first: string): HostError {
  const message = `The sums of "${day}" cannot be made anew: clicks are kept from ${first} on. Name a day as 2026-01-31.`;
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { day: message } });
}
