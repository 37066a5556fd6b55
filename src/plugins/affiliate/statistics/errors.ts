import { HostError } from '../../../index.js';

export function dayNotKept(day: string, first: string): HostError {
  const message = `"${day}" cannot be recalculated: clicks are stored from ${first}. Use a day such as 2026-01-31.`;
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { day: message } });
}
