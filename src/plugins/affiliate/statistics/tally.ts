import type { Device } from '../clicks/visit.js';

/** Dimensions of the daily sums. The numbers are stored. */
export const DIMENSIONS = { total: 0, source: 1, device: 2, campaign: 3 } as const;
export type Dimension = (typeof DIMENSIONS)[keyof typeof DIMENSIONS];

/** Dimensions with unbounded values, because visitors and link authors choose them. */
export const OPEN_DIMENSIONS: readonly Dimension[] = [DIMENSIONS.source, DIMENSIONS.campaign];
/** Maximum number of values of an open dimension that get their own sum, per day and affiliate. */
export const MAX_VALUES = 200;
/** Sum of the remaining values. No host or campaign has this name. */
export const OTHER = '*';
/** Affiliate id of the sums of all affiliates. */
export const PROGRAMME = 0;

export interface Sums {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly conversions: number;
  /** Minor units. */
  readonly revenue_minor: number;
}

/** Clicks or conversions to count that share all these values. */
export interface Countable extends Sums {
  readonly affiliateId: number;
  /** Empty if unknown. */
  readonly source: string;
  readonly device: Device | '';
  readonly campaign: string;
}

/** Row of `affiliate_rollups`. */
export interface RollupRow extends Sums {
  readonly affiliate_id: number;
  readonly day: string;
  readonly dim: number;
  readonly value: string;
}

/** Whether any value belongs to an open dimension. */
export function hasOpenValues({ source, campaign }: Pick<Countable, 'source' | 'campaign'>): boolean {
  return isOpen(DIMENSIONS.source, source) || isOpen(DIMENSIONS.campaign, campaign);
}

/** The empty value always gets its own sum, regardless of the limit. */
function isOpen(dim: Dimension, value: string): boolean {
  return value !== '' && OPEN_DIMENSIONS.includes(dim);
}

/** Values of open dimensions that have their own sum, by {@link admissionKey}. */
export type AdmittedRows = Map<string, Set<string>>;

export function admissionKey(affiliateId: number, dim: number): string {
  return `${affiliateId} ${dim}`;
}

/**
 * Sums the counts of a day for each affiliate and the program, starting with the program's total.
 * @param admitted extended in place: admitted values stay, so that a rebuild gives the same sums
 * @param most maximum number of values of an open dimension
 */
export function tally(
  day: string,
  countables: readonly Countable[],
  admitted: AdmittedRows,
  most: number = MAX_VALUES,
): RollupRow[] {
  const rows = new Map<string, RollupRow>();

  function admit(affiliateId: number, dim: Dimension, value: string): string {
    if (!isOpen(dim, value)) return value;
    const key = admissionKey(affiliateId, dim);
    const values = admitted.get(key) ?? new Set();
    admitted.set(key, values);
    if (values.has(value)) return value;
    if (values.size >= most) return OTHER;
    values.add(value);
    return value;
  }

  function add(affiliateId: number, dim: Dimension, dimensionValue: string, sums: Sums): void {
    const value = admit(affiliateId, dim, dimensionValue);
    const key = `${affiliateId} ${dim} ${value}`;
    const row = rows.get(key);
    rows.set(key, {
      affiliate_id: affiliateId,
      day,
      dim,
      value,
      clicks: (row?.clicks ?? 0) + sums.clicks,
      unique_clicks: (row?.unique_clicks ?? 0) + sums.unique_clicks,
      conversions: (row?.conversions ?? 0) + sums.conversions,
      revenue_minor: (row?.revenue_minor ?? 0) + sums.revenue_minor,
    });
  }

  for (const countable of countables) {
    for (const affiliateId of [PROGRAMME, countable.affiliateId]) {
      add(affiliateId, DIMENSIONS.total, '', countable);
      add(affiliateId, DIMENSIONS.source, countable.source, countable);
      if (countable.device !== '') add(affiliateId, DIMENSIONS.device, countable.device, countable);
      if (countable.campaign !== '') add(affiliateId, DIMENSIONS.campaign, countable.campaign, countable);
    }
  }
  return [...rows.values()];
}
