import { type Database, utc } from '../../../database.js';
import type { Versions } from '../../../services.js';
import type { RateType } from '../commissions/commission.js';
import { invalidParam } from '../commissions/errors.js';
import { isRate, type Rate } from './rate.js';

export const RATE_KINDS = ['form', 'product', 'tier'] as const;
export type RateKind = (typeof RATE_KINDS)[number];

/** Scope of a stored rate. */
export interface RateScope {
  readonly kind: RateKind;
  /** 0 for all affiliates. */
  readonly affiliateId: number;
  /** Id of the form or product; for a tier, its threshold in minor units. */
  readonly target: string;
}

export interface StoredRate extends RateScope {
  readonly id: number;
  readonly rate: Rate;
}

/** Rates that can apply to one sale. */
export interface MatchingRates {
  /** Returns the rate of its form or product. @param affiliateId 0 for all affiliates */
  of(kind: 'form' | 'product', affiliateId: number): Rate | null;
  /** Tiers in ascending order of their threshold. */
  readonly tiers: readonly { readonly from: number; readonly rate: Rate }[];
}

/** Keys of a sale that rates are stored for. */
export interface RatedSale {
  /** Empty for none. */
  readonly formId: string;
  readonly productId: string;
}

/** Rates that administrators set for forms and products, for all affiliates or one, and the tiers. */
export interface StoredRates {
  /** Returns the rates that can apply to a sale, from the cache. */
  matching(sale: RatedSale): Promise<MatchingRates>;
  list(): Promise<readonly StoredRate[]>;
  /** @throws HostError 400 `vendor_affiliate_invalid_param` */
  set(scope: RateScope, rate: Rate): Promise<void>;
  /** @returns whether it existed */
  remove(id: number): Promise<boolean>;
}

export interface StoredRatesParts {
  readonly db: Database;
  readonly versions: Pick<Versions, 'bump' | 'watch'>;
  readonly now: () => Date;
}

const MAX_TARGET_LENGTH = 64;
/** Version bumped with every change. Other processes reload within a second. */
const VERSION = 'affiliate/rates';

export function createStoredRates({ db, versions, now }: StoredRatesParts): StoredRates {
  /** Cached until a change, because rates are few and read for each conversion. */
  let cached: Promise<readonly StoredRate[]> | null = null;
  versions.watch(VERSION, () => {
    cached = null;
  });

  async function list(): Promise<readonly StoredRate[]> {
    const rows = await db.query.selectFrom('affiliate_rates').selectAll().orderBy('id').execute();
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind as RateKind,
      affiliateId: row.affiliate_id,
      target: row.target,
      rate: { type: row.rate_type as RateType, value: row.rate },
    }));
  }

  function remember(): Promise<readonly StoredRate[]> {
    // A read inside a transaction may be rolled back, so it is not cached.
    if (db.isInTransaction()) return list();
    if (cached) return cached;
    const read = list();
    cached = read;
    read.catch(() => {
      if (cached === read) cached = null;
    });
    return read;
  }

  return {
    list,
    matching: async (sale) => matchingOf(await remember(), sale),
    async set({ kind, affiliateId, target }, rate) {
      if (!isRate(rate)) throw invalidParam('rate', 'A rate is 0 to 100 percent, or an amount of at least 0.');
      if (target === '' || target.length > MAX_TARGET_LENGTH) {
        throw invalidParam('target', `Enter the form, product or threshold with 1 to ${MAX_TARGET_LENGTH} characters.`);
      }
      if (kind === 'tier' && !/^(?:0|[1-9]\d{0,14})$/.test(target)) {
        throw invalidParam('target', 'A tier starts at an amount in minor units, such as 100000.');
      }
      if (kind === 'tier' && affiliateId !== 0) throw invalidParam('affiliate_id', 'Tiers apply to all affiliates.');
      const columns = { rate_type: rate.type, rate: rate.value, updated_at: utc.encode(now()) };
      const row = { kind, affiliate_id: affiliateId, target, ...columns };
      await db.transaction(async () => {
        await db.upsert('affiliate_rates', row, ['kind', 'affiliate_id', 'target'], columns);
        await versions.bump(VERSION);
      });
    },
    remove(id) {
      return db.transaction(async () => {
        const { numDeletedRows } = await db.query
          .deleteFrom('affiliate_rates')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await versions.bump(VERSION);
        return numDeletedRows > 0n;
      });
    },
  };
}

function matchingOf(rates: readonly StoredRate[], { formId, productId }: RatedSale): MatchingRates {
  const targets = { form: formId, product: productId };
  return {
    of: (kind, affiliateId) =>
      rates.find((rate) => rate.kind === kind && rate.affiliateId === affiliateId && rate.target === targets[kind])
        ?.rate ?? null,
    tiers: rates
      .filter(({ kind }) => kind === 'tier')
      .map(({ target, rate }) => ({ from: Number(target), rate }))
      .toSorted((one, other) => one.from - other.from),
  };
}
