import { parseAmount } from '../../../money.js';
import { listBody, paginate, type RestResponse } from '../../../rest.js';
import { invalidParam } from '../transactions/errors.js';

export const NAMESPACE = 'vendor-bank/v1';
/** Required permission of all routes except `process-transactions` (docs/design/bank.md). */
export const MANAGE = 'manage_bank';

export const ID_ARG = { type: 'integer', minimum: 1 } as const;

export const PAGE_ARGS = {
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
} as const;

export const DAY_ARG = { type: 'string', format: 'date' } as const;

export const CURRENCY_ARG = { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217.' } as const;

/** `string` is first, so that an amount is not coerced: ` +5. ` must not become a number. */
export const AMOUNT_TYPES = ['string', 'number'] as const;

/**
 * Parses an amount in major units.
 * @param name of the argument
 * @returns minor units
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
export function amountOf(name: string, value: number | string, currency: string): number {
  const amount = parseAmount(value, currency);
  if (amount !== null) return amount;
  throw invalidParam(name, `An amount is a number with the decimals of ${currency}, such as 12.5.`);
}

interface Place {
  readonly page: number;
  readonly per_page: number;
}

/**
 * Answers with one page of a list.
 * @param data items of the page
 * @throws HostError 400 `vendor_bank_invalid_page` for a page past the end
 */
export function pageResponse(
  data: readonly unknown[],
  { page, per_page: perPage }: Place,
  total: number,
): RestResponse {
  const info = { page, perPage, total };
  return paginate(listBody(data, info), info, 'vendor_bank_invalid_page');
}

/**
 * Paginates a list that is short enough to be loaded completely.
 * @throws HostError 400 `vendor_bank_invalid_page` for a page past the end
 */
export function pageOf(all: readonly unknown[], place: Place): RestResponse {
  const { page, per_page: perPage } = place;
  return pageResponse(all.slice((page - 1) * perPage, page * perPage), place, all.length);
}
