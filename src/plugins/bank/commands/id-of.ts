import { invalidParam } from '../transactions/errors.js';

/**
 * Parses an ID argument.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
export function idOf(text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw invalidParam('id', `"${text}" is not an ID. Use a number from the list.`);
}
