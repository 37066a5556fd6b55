import { parseEmail } from '../../../access.js';
import { json, utc } from '../../../database.js';
import { HostError } from '../../../index.js';
import { parseAmount, parsePercent } from '../../../money.js';
import type { RateType } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';
import type { Affiliate, AffiliateRow } from './affiliate.js';
import { PAYMENT_FIELDS } from './fields.js';
import type { PaymentDetails } from './payment-details.js';

/** Changes to an affiliate, as sent over REST. The status is changed separately. */
export interface AffiliateChanges {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly display_name?: string | undefined;
  readonly email?: string | undefined;
  /** Whether the email is known to be theirs. */
  readonly email_verified?: boolean | undefined;
  readonly payment_email?: string | undefined;
  readonly payment_method?: string | undefined;
  readonly payment_details?: string | undefined;
  readonly website?: string | undefined;
  readonly promo_method?: string | undefined;
  readonly country?: string | undefined;
  readonly tax_id?: string | undefined;
  readonly locale?: string | undefined;
  /** URLs by name of the network. */
  readonly social?: Readonly<Record<string, unknown>> | undefined;
  readonly user_id?: number | null | undefined;
  readonly code?: string | undefined;
  readonly rate_type?: RateType | null | undefined;
  /** Percent, or an amount of the currency. */
  readonly rate?: number | null | undefined;
  readonly cookie_days?: number | null | undefined;
  readonly parent_id?: number | null | undefined;
  readonly notes?: string | undefined;
  readonly fraud_score?: number | undefined;
  readonly flags?: readonly string[] | undefined;
  /** ISO 8601. */
  readonly hold_payouts_until?: string | null | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

export type Columns = Partial<Omit<AffiliateRow, 'id'>>;

export interface ReadChangesParts {
  readonly details: Pick<PaymentDetails, 'seal'>;
  readonly currency: string;
  /** Names of the available payment methods. */
  readonly methods: readonly string[];
}

const PLAIN = [
  ...['first_name', 'last_name', 'display_name', 'promo_method', 'country', 'tax_id', 'locale'],
  ...['notes', 'fraud_score', 'cookie_days'],
] as const satisfies readonly (keyof AffiliateChanges & keyof Columns)[];

/**
 * Returns the columns that a change writes. The caller validates codes and parents.
 * @param before stored rate, which completes a change of only its type or size
 * @throws HostError 400 `vendor_affiliate_invalid_param`
 */
export function columnsOf(
  changes: AffiliateChanges,
  before: Pick<Affiliate, 'rate' | 'rateType'>,
  { details, currency, methods }: ReadChangesParts,
): Columns {
  const {
    email,
    payment_email: paymentEmail,
    payment_method: method,
    payment_details: text,
    website,
    social,
  } = changes;
  if (method && !methods.includes(method)) {
    throw invalidParam('payment_method', `Payout methods: ${methods.join(', ')}.`);
  }
  return {
    ...Object.fromEntries(PLAIN.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]]))),
    ...(email !== undefined && { email: emailOf('email', email) }),
    ...(paymentEmail !== undefined && {
      payment_email: paymentEmail === '' ? '' : emailOf('payment_email', paymentEmail),
    }),
    ...(method !== undefined && { payment_method: method }),
    ...(text !== undefined && { payment_details: details.seal(text.trim()) }),
    ...(website !== undefined && { website: addressOf('website', website) }),
    ...(social !== undefined && { social: json.encode(socialOf(social)) }),
    ...(changes.user_id !== undefined && { user_id: changes.user_id }),
    ...(changes.parent_id !== undefined && { parent_id: changes.parent_id ?? 0 }),
    ...(changes.flags !== undefined && { flags: json.encode([...new Set(changes.flags)]) }),
    ...(changes.meta !== undefined && { meta: json.encode(changes.meta) }),
    ...(changes.hold_payouts_until !== undefined && { hold_payouts_until: momentOf(changes.hold_payouts_until) }),
    ...rateOf(changes, before, currency),
  };
}

function rateOf(
  { rate_type: type, rate }: AffiliateChanges,
  before: Pick<Affiliate, 'rate' | 'rateType'>,
  currency: string,
): Columns {
  if (type === undefined && rate === undefined) return {};
  const kind = type === undefined ? before.rateType : type;
  if (kind === null) {
    if (rate === undefined || rate === null) return { rate_type: '', rate: 0 };
    throw invalidParam('rate_type', "A rate type is percentage or flat. Leave it empty to use the program's rate.");
  }
  if (rate === undefined && kind === before.rateType) return {};
  if (rate === undefined || rate === null) throw invalidParam('rate', 'Enter the rate.');
  const value = kind === 'flat' ? parseAmount(rate, currency) : parsePercent(rate);
  if (value === null) throw invalidParam('rate', 'Use at most two decimals, or as many as the currency has.');
  if (kind === 'percentage' && value > 10_000) throw invalidParam('rate', 'A percentage can be at most 100.');
  return { rate_type: kind, rate: value };
}

function emailOf(name: string, text: string): string {
  const email = parseEmail(text);
  if (email === null) throw invalidParam(name, 'Enter a valid email address.');
  return email;
}

/** Accepts only http and https, because URLs are shown as links and must not run scripts. */
function addressOf(name: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const { protocol } = URL.canParse(trimmed) ? new URL(trimmed) : { protocol: '' };
  if (protocol === 'http:' || protocol === 'https:') return trimmed;
  throw invalidParam(name, 'Enter a complete URL that begins with http:// or https://.');
}

function socialOf(social: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(social).map(([network, text]) => [network, addressOf('social', `${text}`)]));
}

function momentOf(text: string | null): string | null {
  if (text === null) return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new HostError('vendor_affiliate_invalid_param', 'Enter a valid date and time.', {
      status: 400,
      params: { hold_payouts_until: text },
    });
  return utc.encode(date);
}

/** Milliseconds that payouts are held after an affiliate changed payment details. */
const HOLD = 72 * 3_600_000;

/** Returns the end of the hold after a change. A longer hold set by an administrator is kept. */
export function holdAfter({ holdPayoutsUntil }: Affiliate, now: Date): string {
  const until = new Date(now.getTime() + HOLD);
  return utc.encode(holdPayoutsUntil && holdPayoutsUntil > until ? holdPayoutsUntil : until);
}

/** Whether a field decides where money goes. Without a payment email, payments go to `email`. */
export function isPayment(field: string, { paymentEmail }: Affiliate): boolean {
  return PAYMENT_FIELDS.some((each) => each === field) || (field === 'email' && paymentEmail === '');
}

/** Whether a field differs from its stored value, for the fields whose change puts payouts on hold. */
export function isChange(
  name: string,
  changes: AffiliateChanges,
  before: Affiliate,
  details: Pick<PaymentDetails, 'open'>,
): boolean {
  switch (name) {
    case 'email':
      return changes.email?.trim().toLowerCase() !== before.email;
    case 'email_verified':
      return changes.email_verified !== before.emailVerified;
    case 'payment_email':
      return changes.payment_email?.trim().toLowerCase() !== before.paymentEmail;
    case 'payment_method':
      return changes.payment_method !== before.paymentMethod;
    case 'payment_details':
      // Sealing the same text twice gives different results, so compare the plain text.
      return changes.payment_details?.trim() !== details.open(before.paymentDetails);
    default:
      return true;
  }
}
