import type { OwnedHooks } from '../../../hooks.js';
import { majorUnits } from '../../../money.js';
import { apiKey, type OwnedRest, type RestRequest, respond } from '../../../rest.js';
import { RATE_SCOPE } from '../access/key-terms.js';
import { forbiddenField } from '../affiliates/errors.js';
import type { RateType } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';
import type { NewConversion } from '../conversions/conversion.js';
import type { RecordedConversion } from '../conversions/record.js';
import type { Rate } from '../rates/rate.js';
import { readRate } from '../rates/read-rate.js';
import { AMOUNT_TYPES, KEY_HEADER, NAMESPACE } from './arguments.js';

const MAX_AMOUNT = 1_000_000;

const CONVERSION = {
  type: 'object',
  title: 'TrackedConversion',
  properties: {
    success: { type: 'boolean', required: true },
    conversion_id: { type: 'integer', required: true },
    commission_id: { type: ['integer', 'null'], description: 'Null if nothing was earned.', required: true },
    status: { type: ['string', 'null'], description: 'Of the commission.', required: true },
    type: { type: 'string', required: true },
    amount: { type: 'number', required: true },
    amount_minor: { type: 'integer', description: 'The same in minor units, such as cents.', required: true },
    commission_amount: { type: 'number', required: true },
    commission_amount_minor: { type: 'integer', required: true },
    currency: { type: 'string', required: true },
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
      affiliate_code: { type: 'string', minLength: 1, maxLength: 64, required: true },
      amount: {
        type: AMOUNT_TYPES,
        minimum: 0,
        maximum: MAX_AMOUNT,
        description: 'Number or plain decimal string, with at most the decimals of the currency.',
        required: true,
      },
      form_id: { type: 'string', maxLength: 64 },
      customer_email: { type: 'string', format: 'email', maxLength: 254 },
      external_id: { type: 'string', minLength: 1, maxLength: 190, description: 'Your unique ID.' },
      currency: { type: 'string', pattern: '^[A-Z]{3}$', description: "Must be the program's currency." },
      click_id: { type: 'string', pattern: '^[0-9a-z]{26}$', description: 'From the click that led to it.' },
      campaign: { type: 'string', pattern: '^[\\w.-]{1,64}$', description: "Default: the click's campaign." },
      customer_ref: { type: 'string', maxLength: 191, description: 'Your ID of the customer.' },
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
      const { conversion, commission, duplicate } = await record({
        origin: 'form',
        affiliateCode: args.affiliate_code,
        amount: args.amount,
        formId: args.form_id,
        customerEmail: args.customer_email,
        externalId: args.external_id,
        currency: args.currency,
        clickId: args.click_id,
        campaign: args.campaign,
        customerRef: args.customer_ref,
        meta: args.meta,
        rate: await explicitRate(args, request),
      });
      const { currency, amount } = conversion;
      const earned = commission?.amount ?? 0;
      return respond(
        {
          success: true,
          conversion_id: conversion.id,
          commission_id: commission?.id ?? null,
          status: commission?.status ?? null,
          type: conversion.type,
          amount: majorUnits(amount, currency),
          amount_minor: amount,
          commission_amount: majorUnits(earned, currency),
          commission_amount_minor: earned,
          currency,
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
