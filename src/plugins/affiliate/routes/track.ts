import type { OwnedHooks } from '../../../hooks.js';
import { amountText, majorUnits, roundAmount } from '../../../money.js';
import { apiKey, type OwnedRest, type RestRequest, respond } from '../../../rest.js';
import { RATE_SCOPE } from '../access/key-terms.js';
import { forbiddenField } from '../affiliates/errors.js';
import type { RateType } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';
import type { NewConversion } from '../conversions/conversion.js';
import type { RecordedConversion } from '../conversions/record.js';
import { CAMPAIGN_PATTERN } from '../links/campaign.js';
import { type Rate, readRate } from '../rates/rate.js';
import { AMOUNT_TYPES, KEY_HEADER, NAMESPACE } from './arguments.js';

const MAX_AMOUNT = 1_000_000;

/** Text that some clients send as a number, such as the ID of a form. */
const TEXT_OR_NUMBER = ['string', 'integer'] as const;

const CONVERSION = {
  type: 'object',
  title: 'TrackedConversion',
  properties: {
    success: { type: 'boolean', required: true },
    conversion_id: { type: 'integer', required: true },
    commission_id: { type: ['integer', 'null'], description: 'Null if nothing was earned.', required: true },
    status: {
      type: ['string', 'null'],
      description: 'Status of the commission; null without a commission.',
      required: true,
    },
    type: { type: 'string', required: true },
    amount: { type: 'number', required: true },
    amount_minor: { type: 'integer', description: 'The same in minor units, such as cents.', required: true },
    commission_amount: { type: 'number', required: true },
    commission_amount_minor: { type: 'integer', required: true },
    currency: { type: 'string', required: true },
    rounded: {
      type: 'boolean',
      description: 'Whether the amount had more decimals than the currency.',
      required: true,
    },
    duplicate: { type: 'boolean', description: 'Whether it was already recorded.', required: true },
  },
} as const;

interface TrackParts {
  readonly record: (conversion: NewConversion) => Promise<RecordedConversion>;
  readonly currency: () => Promise<string>;
}

interface ExplicitRate {
  readonly rate_type?: RateType | undefined;
  readonly rate?: number | string | undefined;
}

/** Registers the route that external forms and shops record conversions with. */
export function registerTrackRoute(
  { rest, hooks }: { readonly rest: OwnedRest; readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'> },
  { record, currency }: TrackParts,
): void {
  /** @throws HostError 403 `vendor_affiliate_forbidden_field`, 400 `vendor_affiliate_invalid_param` */
  async function explicitRate(
    { rate_type: type, rate }: ExplicitRate,
    caller: Pick<RestRequest, 'can' | 'identity' | 'user'>,
  ): Promise<Rate | undefined> {
    if (type === undefined && rate === undefined) return undefined;
    if (!(await mayDecide(caller))) throw forbiddenField(['rate_type', 'rate']);
    if (type === undefined || rate === undefined) throw invalidParam('rate', 'Send both `rate_type` and `rate`.');
    return readRate(type, rate, await currency());
  }

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/track/conversion',
    summary: 'Record a conversion',
    description:
      'For external forms and shops, with an API key of the scope `affiliate:track`. A repeated `external_id` returns the recorded conversion.',
    operationId: 'trackConversion',
    tags: ['Conversions'],
    permission: apiKey('track_affiliate_conversions', { header: KEY_HEADER }),
    // Per IP address, so that the limit applies before the key is checked and keys cannot be guessed.
    rateLimit: {
      name: 'track',
      max: 10,
      window: '1m',
      by: 'ip',
      adjust: (limit, call) => hooks.applyFiltersAsync('vendor_affiliate_rate_limit', limit, call),
    },
    idempotency: 'accepted',
    args: {
      affiliate_code: { type: TEXT_OR_NUMBER, minLength: 1, maxLength: 64, required: true },
      amount: {
        type: AMOUNT_TYPES,
        minimum: 0,
        maximum: MAX_AMOUNT,
        description: 'Number or plain decimal string. Rounded half to even to the decimals of the currency.',
        required: true,
      },
      form_id: { type: TEXT_OR_NUMBER, maxLength: 64 },
      customer_email: { type: 'string', format: 'email', maxLength: 254 },
      external_id: {
        type: TEXT_OR_NUMBER,
        minLength: 1,
        maxLength: 170,
        description: 'Your unique ID, such as an order number. Other API keys can use the same one.',
      },
      currency: { type: 'string', pattern: '^[A-Z]{3}$', description: "Must be the program's currency." },
      click_id: { type: 'string', pattern: '^[0-9a-z]{26}$', description: 'From the click that led to it.' },
      campaign: { type: TEXT_OR_NUMBER, pattern: CAMPAIGN_PATTERN, description: "Default: the click's campaign." },
      customer_ref: { type: TEXT_OR_NUMBER, maxLength: 191, description: 'Your ID of the customer.' },
      rate_type: {
        type: 'string',
        enum: ['percentage', 'flat'],
        description: 'With `rate`: rate of this conversion. Requires the scope `rate:override`.',
      },
      rate: { type: AMOUNT_TYPES, description: 'Percent with at most two decimals, or an amount.' },
      meta: { type: 'object', maxProperties: 50, additionalProperties: true },
    },
    successStatus: 201,
    returns: CONVERSION,
    async handler(request) {
      const { args } = request;
      const programme = await currency();
      const rounded = roundAmount(args.amount, programme);
      const { conversion, commission, duplicate } = await record({
        origin: 'form',
        affiliateCode: toText(args.affiliate_code),
        amount: rounded ? amountText(rounded.amount, programme) : args.amount,
        formId: toText(args.form_id),
        customerEmail: args.customer_email,
        externalId: toText(args.external_id),
        apiKeyId: request.identity?.credentialId,
        currency: args.currency,
        clickId: args.click_id,
        campaign: toText(args.campaign),
        customerRef: toText(args.customer_ref),
        meta: args.meta,
        rate: await explicitRate(args, request),
      });
      const { amount } = conversion;
      const earned = commission?.amount ?? 0;
      return respond(
        {
          success: true,
          conversion_id: conversion.id,
          commission_id: commission?.id ?? null,
          status: commission?.status ?? null,
          type: conversion.type,
          amount: majorUnits(amount, conversion.currency),
          amount_minor: amount,
          commission_amount: majorUnits(earned, conversion.currency),
          commission_amount_minor: earned,
          currency: conversion.currency,
          rounded: rounded?.isRounded ?? false,
          duplicate,
        },
        { status: duplicate ? 200 : 201 },
      );
    },
  });
}

/** Whether the caller may override rates. The key's scopes decide, and the permissions of the user it acts for. */
async function mayDecide({ can, identity, user }: Pick<RestRequest, 'can' | 'identity' | 'user'>): Promise<boolean> {
  const scopes = identity?.scopes ?? [];
  const isInScope = scopes.includes(RATE_SCOPE) || scopes.includes('override_affiliate_rates');
  return isInScope && (user === null || (await can('override_affiliate_rates')));
}

function toText(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
