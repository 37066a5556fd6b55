import { parseEmail } from '../../../access.js';
import { isCurrency, majorUnits, parseAmount } from '../../../money.js';
import type { Origin } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';
import { keyedReference, OWN_REFERENCE, ownReference } from '../commissions/reference.js';
import { CAMPAIGN_RULE, parseCampaign } from '../links/campaign.js';
import { isRate, type Rate } from '../rates/rate.js';
import type { AffiliateKey } from './affiliate-facts.js';
import type { ConversionType, NewConversion } from './conversion.js';

/** Maximum amount of one conversion from outside, in major units. */
const MAX_OUTSIDE_AMOUNT = 1_000_000;
/** Maximum amount of one of the site's own sales, in minor units. Nine thousand of them still add up exactly. */
const MAX_AMOUNT = 1_000_000_000_000;
const MAX_LENGTHS = {
  externalId: 170,
  formId: 64,
  productId: 64,
  customerRef: 191,
  clickId: 26,
  description: 500,
} as const;

/** Validated conversion. */
export interface ReadConversion {
  readonly affiliate: AffiliateKey;
  readonly type: ConversionType;
  readonly amount: number;
  /** Idempotency key: made of the caller's ID, or generated. */
  readonly reference: string;
  /** Caller's ID as given; empty for none. */
  readonly externalId: string;
  readonly formId: string;
  readonly productId: string;
  readonly customerEmail: string;
  readonly customerRef: string;
  readonly clickId: string;
  readonly campaign: string;
  readonly description: string;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Null for the program's rates. */
  readonly rate: Rate | null;
}

/**
 * Validates a conversion.
 * @param currency of the program
 * @throws HostError 400 `vendor_affiliate_invalid_param`
 */
export function readConversion(input: NewConversion, currency: string): ReadConversion {
  assertCurrency(input.currency, currency);
  if (input.rate !== undefined && !isRate(input.rate)) {
    throw invalidParam('rate', 'A rate is 0 to 100 percent, or an amount of at least 0.');
  }
  const campaign = parseCampaign(input.campaign ?? '');
  if (campaign === null) throw invalidParam('campaign', CAMPAIGN_RULE);
  const externalId = text('external_id', input.externalId, MAX_LENGTHS.externalId);
  if (externalId.startsWith(OWN_REFERENCE)) {
    throw invalidParam('external_id', `An ID cannot begin with "${OWN_REFERENCE}".`);
  }
  return {
    affiliate: affiliateOf(input),
    type: input.type ?? 'custom_form',
    amount: amountOf(input.amount, currency, mostOf(input.origin, currency)),
    reference: referenceOf(externalId, input.apiKeyId),
    externalId,
    formId: text('form_id', input.formId, MAX_LENGTHS.formId),
    productId: text('product_id', input.productId, MAX_LENGTHS.productId),
    customerEmail: emailOf(input.customerEmail),
    customerRef: text('customer_ref', input.customerRef, MAX_LENGTHS.customerRef),
    clickId: text('click_id', input.clickId, MAX_LENGTHS.clickId),
    campaign,
    description: text('description', input.description, MAX_LENGTHS.description),
    meta: input.meta ?? {},
    rate: input.rate ?? null,
  };
}

function referenceOf(externalId: string, apiKeyId: string | undefined): string {
  if (externalId === '') return ownReference();
  return apiKeyId === undefined ? externalId : keyedReference(apiKeyId, externalId);
}

/**
 * Parses an amount.
 * @param most maximum in minor units
 * @returns minor units
 * @throws HostError 400 `vendor_affiliate_invalid_param`
 */
export function amountOf(value: number | string, currency: string, most = MAX_AMOUNT): number {
  const amount = parseAmount(value, currency);
  if (amount !== null && amount <= most) return amount;
  const upTo = majorUnits(most, currency);
  const message = `An amount is a number from 0 to ${upTo} with the decimals of ${currency}, such as 12.5.`;
  throw invalidParam('amount', message);
}

/** Limits the amounts that API keys may send. The site's own shops are limited only to exactly countable sums. */
function mostOf(origin: Origin, currency: string): number {
  const isOutside = origin === 'form' || origin === 'api';
  return isOutside ? (parseAmount(MAX_OUTSIDE_AMOUNT, currency) ?? MAX_AMOUNT) : MAX_AMOUNT;
}

/** @param program the only currency that is accepted */
export function assertCurrency(currency: string | undefined, program: string): void {
  if (currency === undefined || currency === program) return;
  const which = isCurrency(currency) ? `not in ${currency}` : `and "${currency}" is no currency`;
  throw invalidParam('currency', `The program's currency is ${program}${which}. Convert the amount.`);
}

function affiliateOf({ affiliateCode, affiliateId }: NewConversion): AffiliateKey {
  if (affiliateId !== undefined) return { id: affiliateId };
  if (affiliateCode !== undefined && affiliateCode !== '') return { code: affiliateCode };
  throw invalidParam('affiliate_code', "Enter the affiliate's code.");
}

function emailOf(value: string | undefined): string {
  if (value === undefined || value === '') return '';
  const email = parseEmail(value);
  if (email === null) throw invalidParam('customer_email', `"${value}" is not an email address.`);
  return email.toLowerCase();
}

function text(name: string, value: string | undefined, longest: number): string {
  if (value === undefined) return '';
  if ([...value].length <= longest) return value;
  throw invalidParam(name, `Use at most ${longest} characters.`);
}
