import { createGrouping, type Database, utc } from '../../../index.js';
import type { RateType } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';
import { isRate, type Rate } from './rate.js';

export const RATE_KINDS = ['form', 'product', 'tier'] as const;
export type RateKind = (typeof RATE_KINDS)[number];

/** What a rate is for. */
export interface RateScope {
  readonly kind: RateKind;
  /** 0 for all affiliates. */
  readonly affiliateId: number;
  /** Id of the form or product; of a tier the minor units from which on it counts. */
  readonly target: string;
}

export interface StoredRate extends RateScope {
  readonly id: number;
  readonly rate: Rate;
}

/** The rates that may count for one sale. */
export interface MatchingRates {
  /** That of its form or product. @param affiliateId 0 for all affiliates */
  of(kind: 'form' | 'product', affiliateId: number): Rate | null;
  /** From the lowest on. */
  readonly tiers: readonly { readonly from: number; readonly rate: Rate }[];
}

/** What a rate may be stored for. */
export interface RatedSale {
  readonly affiliateId: number;
  /** Empty for none. */
  readonly formId: string;
  readonly productId: string;
}

/** The rates that administrators gave to forms and products, for all affiliates or for one, and the tiers. */
export interface StoredRates {
  /** What may count for a sale; of several that are asked for at the same time it is read at once. */
  matching(sale: RatedSale): Promise<MatchingRates>;
  list(): Promise<readonly StoredRate[]>;
  /** @throws HostError 400 `vendor_affiliate_invalid_param` */
  set(scope: RateScope, rate: Rate): Promise<void>;
  /** @returns whether there was one */
  remove(id: number): Promise<boolean>;
}

const LONGEST_TARGET = 64;

export function createStoredRates(db: Database, now: () => Date): StoredRates {
  const matching = createGrouping<RatedSale, MatchingRates>({
    isApart: db.isInTransaction,
    async run(sales) {
      const targets = {
        form: sales.map(({ formId }) => formId).filter((id) => id !== ''),
        product: sales.map(({ productId }) => productId).filter((id) => id !== ''),
      };
      const rows = await db.query
        .selectFrom('affiliate_rates')
        .select(['kind', 'affiliate_id', 'target', 'rate_type', 'rate'])
        .where('affiliate_id', 'in', [...new Set([0, ...sales.map(({ affiliateId }) => affiliateId)])])
        .where(({ eb, and, or }) =>
          or([
            eb('kind', '=', 'tier'),
            ...Object.entries(targets)
              .filter(([, ids]) => ids.length > 0)
              .map(([kind, ids]) => and([eb('kind', '=', kind), eb('target', 'in', ids)])),
          ]),
        )
        .execute();
      return sales.map((sale) => matchingOf(rows, sale));
    },
  });

  return {
    matching,
    async list() {
      const rows = await db.query.selectFrom('affiliate_rates').selectAll().orderBy('id').execute();
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind as RateKind,
        affiliateId: row.affiliate_id,
        target: row.target,
        rate: rateOf(row),
      }));
    },
    async set({ kind, affiliateId, target }, rate) {
      if (!isRate(rate)) throw invalidParam('rate', 'A rate is 0 to 100 percent, or an amount that is not below 0.');
      if (target === '' || target.length > LONGEST_TARGET) {
        throw invalidParam(
          'target',
          `Name the form, the product or the threshold by 1 to ${LONGEST_TARGET} characters.`,
        );
      }
      if (kind === 'tier' && !/^(?:0|[1-9]\d{0,14})$/.test(target)) {
        throw invalidParam('target', 'A tier begins at an amount in minor units, such as 100000.');
      }
      if (kind === 'tier' && affiliateId !== 0)
        throw invalidParam('affiliate_id', 'Tiers are those of all affiliates.');
      const columns = { rate_type: rate.type, rate: rate.value, updated_at: utc.encode(now()) };
      const row = { kind, affiliate_id: affiliateId, target, ...columns };
      await db.upsert('affiliate_rates', row, ['kind', 'affiliate_id', 'target'], columns);
    },
    async remove(id) {
      const { numDeletedRows } = await db.query
        .deleteFrom('affiliate_rates')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

function rateOf(row: { readonly rate_type: string; readonly rate: number }): Rate {
  return { type: row.rate_type as RateType, value: row.rate };
}

type RateRow = Parameters<typeof rateOf>[0] & {
  readonly kind: string;
  readonly affiliate_id: number;
  readonly target: string;
};

function matchingOf(rows: readonly RateRow[], { formId, productId }: RatedSale): MatchingRates {
  const targets = { form: formId, product: productId };
  return {
    of(kind, affiliateId) {
      const row = rows.find(
        (one) => one.kind === kind && one.affiliate_id === affiliateId && one.target === targets[kind],
      );
      return row ? rateOf(row) : null;
    },
    tiers: rows
      .filter(({ kind }) => kind === 'tier')
      .map((row) => ({ from: Number(row.target), rate: rateOf(row) }))
      .toSorted((one, other) => one.from - other.from),
  };
}
