import type { RateType } from '../commissions/commission.js';
import type { AffiliateFacts } from '../conversions/affiliate-facts.js';
import type { Rate, ResolvedRate } from './rate.js';
import type { MatchingRates, StoredRates } from './stored-rates.js';

/** Inputs of the rate rules. */
export interface RateQuestion {
  readonly affiliate: AffiliateFacts;
  /** Rate override of the conversion. */
  readonly explicit: Rate | null;
  /** Empty for none. */
  readonly formId: string;
  readonly productId: string;
  /** Rate of the program. */
  readonly program: Rate;
  /** Minor units approved for this affiliate since the start of the month. */
  readonly earnedThisMonth: () => Promise<number>;
}

interface RateRule {
  readonly name: string;
  find(question: RateQuestion, stored: MatchingRates): Rate | null | Promise<Rate | null>;
}

/** Rules in order of precedence: the first with a rate wins. */
const RATE_RULES: readonly RateRule[] = [
  { name: 'explicit', find: ({ explicit }) => explicit },
  { name: 'affiliate_form', find: ({ affiliate }, stored) => stored.of('form', affiliate.id) },
  { name: 'affiliate_product', find: ({ affiliate }, stored) => stored.of('product', affiliate.id) },
  { name: 'form', find: (_, stored) => stored.of('form', 0) },
  { name: 'product', find: (_, stored) => stored.of('product', 0) },
  { name: 'affiliate', find: ({ affiliate }) => ownRate(affiliate) },
  {
    name: 'tier',
    async find({ earnedThisMonth }, { tiers }) {
      if (tiers.length === 0) return null;
      const earned = await earnedThisMonth();
      return tiers.findLast(({ from }) => from <= earned)?.rate ?? null;
    },
  },
  { name: 'programme', find: ({ program }) => program },
];

/** Resolves the rate of a conversion and the rule that set it. */
export async function resolveRate(question: RateQuestion, stored: StoredRates): Promise<ResolvedRate> {
  const { formId, productId } = question;
  const matching = await stored.matching({ formId, productId });
  for (const { name, find } of RATE_RULES) {
    const rate = await find(question, matching);
    if (rate) return { type: rate.type, value: rate.value, rule: name };
  }
  return { ...question.program, rule: 'programme' };
}

function ownRate({ rateType, rate }: AffiliateFacts): Rate | null {
  return rateType === '' ? null : { type: rateType as RateType, value: rate };
}
