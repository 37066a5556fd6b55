import { type Calendar, formError, HostError, type Strings } from '../../../../index.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import type { PayoutScope } from '../../payouts/collect.js';
import { boundOf } from '../../routes/arguments.js';

/** What a payout is to be, as it is typed and as addresses carry it. */
export interface PayoutWish {
  readonly method: string;
  /** A day; empty for all that is approved. */
  readonly before: string;
  /** Codes; empty for everybody. */
  readonly affiliates: string;
}

/** As many as the endpoint takes. */
const MOST_AFFILIATES = 1000;

/** @param read a field of a form or of an address */
export function wishOf(read: (name: keyof PayoutWish) => string): PayoutWish {
  return {
    method: read('method').trim(),
    before: read('before').trim(),
    affiliates: codesOf(read('affiliates')).join(' '),
  };
}

/**
 * Whom and what a wish means.
 * @throws HostError 422 `form_invalid` with what is wrong by field
 */
export async function scopeOf(
  { method, before, affiliates: typed }: PayoutWish,
  {
    affiliates,
    calendar,
  }: { readonly affiliates: Pick<Affiliates, 'byCode' | 'paymentMethods'>; readonly calendar: Calendar },
  { text }: Strings,
): Promise<PayoutScope> {
  const errors: Record<string, string> = {};
  if (!(await affiliates.paymentMethods()).includes(method)) errors.method = text('param-payment_method');
  const codes = codesOf(typed);
  const found = await Promise.all(codes.map((code) => affiliates.byCode(code)));
  const unknown = codes.filter((_, index) => found[index] === null);
  if (unknown.length > 0) errors.affiliates = text('admin.no-code', { code: unknown.join(', ') });
  else if (codes.length > MOST_AFFILIATES) errors.affiliates = text('payouts.too-many', { maximum: MOST_AFFILIATES });
  const moment = momentOf(before, calendar);
  if (moment === null) errors.before = text('admin.no-day');
  if (Object.keys(errors).length > 0) throw formError(errors, text('error-invalid_param'));
  return {
    method,
    ...(codes.length > 0 && { affiliateIds: found.flatMap((person) => (person ? [person.id] : [])) }),
    ...(moment && { before: moment }),
  };
}

/** Undefined for none; null for what is no day. */
function momentOf(day: string, calendar: Calendar): Date | null | undefined {
  if (day === '') return undefined;
  try {
    return boundOf('before', day, calendar);
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

function codesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter((code) => code !== ''),
    ),
  ];
}
