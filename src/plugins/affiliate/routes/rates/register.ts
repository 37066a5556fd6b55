import type { Database } from '../../../../database.js';
import { amountText, majorUnits, parseAmount } from '../../../../money.js';
import type { OwnedRest } from '../../../../rest.js';
import { affiliateNotFound, invalidParam, rateNotFound } from '../../commissions/errors.js';
import type { ReadLedgerSettings } from '../../commissions/ledger-settings.js';
import { readAffiliate } from '../../conversions/affiliate-facts.js';
import type { Ledger } from '../../ledger.js';
import { readRate } from '../../rates/rate.js';
import { RATE_KINDS, type StoredRate } from '../../rates/stored-rates.js';
import { ADMIN, AMOUNT_TYPES, ID_ARG, NAMESPACE } from '../arguments.js';

const TAGS = ['Affiliate program: rates'];

export interface RateRouteParts {
  readonly ledger: Pick<Ledger, 'rates'>;
  readonly settings: ReadLedgerSettings;
}

/**
 * Registers the routes of rates for forms and products, and of tiers. An affiliate's own rate is part of the
 * affiliate.
 */
export function registerRateRoutes(
  { rest, db }: { readonly rest: OwnedRest; readonly db: Database },
  { ledger: { rates }, settings }: RateRouteParts,
): void {
  rest.group(NAMESPACE, { path: '/rates', tags: TAGS, permission: ADMIN }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List rates of forms and products, and tiers',
      operationId: 'listAffiliateRates',
      returns: { type: 'array', items: RATE },
      async handler() {
        const { currency } = await settings();
        return (await rates.list()).map((rate) => rateRecord(rate, currency));
      },
    });
    endpoint({
      method: 'PUT',
      summary: 'Set a rate',
      description: 'Replaces the rate of the same form, product or tier.',
      operationId: 'setAffiliateRate',
      strictBody: true,
      args: {
        kind: { type: 'string', enum: RATE_KINDS, required: true },
        target: {
          type: 'string',
          minLength: 1,
          maxLength: 64,
          required: true,
          description:
            'ID of the form or product. For a tier: the approved sales of a month that it starts at, such as 1000.00.',
        },
        affiliate_id: { ...ID_ARG, description: 'Only for this affiliate.' },
        rate_type: { type: 'string', enum: ['percentage', 'flat'], required: true },
        rate: { type: AMOUNT_TYPES, required: true, description: 'Percent with two decimals, or major units.' },
      },
      returns: RATE,
      async handler({ args: { kind, target, affiliate_id: affiliateId = 0, rate_type: type, rate } }) {
        const { currency } = await settings();
        if (affiliateId !== 0 && !(await readAffiliate(db, { id: affiliateId }))) throw affiliateNotFound(affiliateId);
        const scope = { kind, affiliateId, target: kind === 'tier' ? tierOf(target, currency) : target };
        await rates.set(scope, readRate(type, rate, currency));
        const stored = (await rates.list()).find(
          (one) => one.kind === kind && one.affiliateId === affiliateId && one.target === scope.target,
        );
        if (!stored) throw rateNotFound(target);
        return rateRecord(stored, currency);
      },
    });
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/rates/{id}',
    summary: 'Remove a rate',
    operationId: 'deleteAffiliateRate',
    tags: TAGS,
    permission: ADMIN,
    args: { id: ID_ARG },
    returns: { type: 'object', properties: { deleted: { type: 'boolean', required: true } } },
    async handler({ args: { id } }) {
      if (!(await rates.remove(id))) throw rateNotFound(id);
      return { deleted: true };
    },
  });
}

function tierOf(target: string, currency: string): string {
  const minor = parseAmount(target, currency);
  if (minor === null) throw invalidParam('target', `A tier starts at an amount in ${currency}, such as 1000.00.`);
  return String(minor);
}

function rateRecord({ id, kind, affiliateId, target, rate }: StoredRate, currency: string): object {
  return {
    id,
    kind,
    affiliate_id: affiliateId === 0 ? null : affiliateId,
    target: kind === 'tier' ? amountText(Number(target), currency) : target,
    rate_type: rate.type,
    rate: rate.type === 'flat' ? majorUnits(rate.value, currency) : rate.value / 100,
  };
}

const RATE = {
  type: 'object',
  title: 'AffiliateRate',
  properties: {
    id: { type: 'integer', required: true },
    kind: { type: 'string', enum: RATE_KINDS, required: true },
    affiliate_id: { type: ['integer', 'null'], description: 'Null: all affiliates.', required: true },
    target: { type: 'string', required: true },
    rate_type: { type: 'string', enum: ['percentage', 'flat'], required: true },
    rate: { type: 'number', description: 'Percent, or major units.', required: true },
  },
} as const;
