import type { RateType } from '../commissions/commission.js';
import type { AffiliateFacts } from '../conversions/affiliate-facts.js';
import type { Rate, ResolvedRate } from './rate.js';
import type { StoredRates } from './stored-rates.js';

/** What a rate may depend on. */
export interface RateQuestion {
  readonly affiliate: AffiliateFacts;
  /** Of the conversion itself, from who may say so. */
  readonly explicit: Rate | null;
  /** Empty for none. */
  readonly formId: string;
  readonly productId: string;
  /** Of the programme. */
  readonly programme: Rate;
  /** Minor units that were approved of this affiliate since the beginning of the month. */
  readonly earnedThisMonth: () => Promise<number>;
}

interface RateRule {
  readonly name: string;
  find(question: RateQuestion, stored: StoredRates): Rate | null | Promise<Rate | null>;
}

/** Asked one after the other: the first that has a rate says it (affiliate.md A3). */
const RATE_RULES: readonly RateRule[] = [
  { name: 'explicit', find: ({ explicit }) => explicit },
  {
    name: 'affiliate_form',
    find: ({ affiliate, formId }, stored) => (formId === '' ? null : stored.of('form', affiliate.id, formId)),
  },
  {
    name: 'affiliate_product',
    find: ({ affiliate, productId }, stored) =>
      productId === '' ? null : stored.of('product', affiliate.id, productId),
  },
  { name: 'form', find: ({ formId }, stored) => (formId === '' ? null : stored.of('form', 0, formId)) },
  { name: 'product', find: ({ productId }, stored) => (productId === '' ? null : stored.of('product', 0, productId)) },
  { name: 'affiliate', find: ({ affiliate }) => ownRate(affiliate) },
  {
    name: 'tier',
    async find({ earnedThisMonth }, stored) {
      const tiers = await stored.tiers();
      if (tiers.length === 0) return null;
      const earned = await earnedThisMonth();
      return tiers.findLast(({ from }) => from <= earned)?.rate ?? null;
    },
  },
  { name: 'programme', find: ({ programme }) => programme },
];

/** The rate of a conversion, and whose word it is. */
export async function resolveRate(question: RateQuestion, stored: StoredRates): Promise<ResolvedRate> {
  for (const { name, find } of RATE_RULES) {
    const rate = await find(question, stored);
    if (rate) return { type: rate.type, value: rate.value, rule: name };
  }
  return { ...question.programme, rule: 'programme' };
}

function ownRate({ rateType, rate }: AffiliateFacts): Rate | null {
  return rateType === '' ? null : { type: rateType as RateType, value: rate };
}
