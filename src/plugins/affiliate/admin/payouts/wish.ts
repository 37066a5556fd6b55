import { formError } from '../../../../admin.js';
import type { Calendar } from '../../../../calendar.js';
import { HostError } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import type { PayoutScope } from '../../payouts/collect.js';
import { boundOf } from '../../routes/arguments.js';

/** Payout request, as entered in the form and carried in URLs. */
export interface PayoutWish {
  readonly method: string;
  /** Day in the form YYYY-MM-DD; empty for everything approved. */
  readonly before: string;
  /** Affiliate codes; empty for all affiliates. */
  readonly affiliates: string;
}

/** Maximum number of affiliates, equal to the limit of the endpoint. */
const MAX_AFFILIATES = 1000;

/** @param read returns a form field or query parameter */
export function wishOf(read: (name: keyof PayoutWish) => string): PayoutWish {
  return {
    method: read('method').trim(),
    before: read('before').trim(),
    affiliates: codesOf(read('affiliates')).join(' '),
  };
}

/**
 * Resolves a request to the affiliates and commissions of a payout.
 * @throws HostError 422 `form_invalid` with one message per field
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
  else if (codes.length > MAX_AFFILIATES) errors.affiliates = text('payouts.too-many', { maximum: MAX_AFFILIATES });
  const moment = momentOf(before, calendar);
  if (moment === null) errors.before = text('admin.no-day');
  if (Object.keys(errors).length > 0) throw formError(errors, text('error-invalid_param'));
  return {
    method,
    ...(codes.length > 0 && { affiliateIds: found.flatMap((person) => (person ? [person.id] : [])) }),
    ...(moment && { before: moment }),
  };
}

/** Parses a day: undefined if empty, null if invalid. */
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
