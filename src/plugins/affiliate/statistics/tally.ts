import type { Device } from '../clicks/visit.js';

/** What the sums of a day are of. The numbers are stored. */
export const DIMENSIONS = { total: 0, source: 1, device: 2, campaign: 3 } as const;
export type Dimension = (typeof DIMENSIONS)[keyof typeof DIMENSIONS];

/** Where visitors and whoever writes links decide on the value, so that there is no end of them. */
export const OPEN_DIMENSIONS: readonly Dimension[] = [DIMENSIONS.source, DIMENSIONS.campaign];
/** Values of such a dimension that have a sum of their own, a day and affiliate. */
export const MOST_VALUES = 200;
/** The others together; neither a host nor a campaign is written so. */
export const OTHER = '*';
/** Under this number the sums of all affiliates together are kept. */
export const PROGRAMME = 0;

export interface Sums {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly conversions: number;
  /** Minor units. */
  readonly revenue_minor: number;
}

/** Something to be counted: clicks or conversions that have all of this in common. */
export interface Countable extends Sums {
  readonly affiliateId: number;
  /** Empty where they are not known. */
  readonly source: string;
  readonly device: Device | '';
  readonly campaign: string;
}

/** A row of `affiliate_rollups`. */
export interface RollupRow extends Sums {
  readonly affiliate_id: number;
  readonly day: string;
  readonly dim: number;
  readonly value: string;
}

/** Whether something has values of which not every one has a sum of its own. */
export function hasOpenValues({ source, campaign }: Pick<Countable, 'source' | 'campaign'>): boolean {
  return isOpen(DIMENSIONS.source, source) || isOpen(DIMENSIONS.campaign, campaign);
}

/** Where nothing is known there is one sum, and always room for it. */
function isOpen(dim: Dimension, value: string): boolean {
  return value !== '' && OPEN_DIMENSIONS.includes(dim);
}

/** The values of the open dimensions that have a sum of their own already, by {@link admissionKey}. */
export type Admitted = Map<string, Set<string>>;

export function admissionKey(affiliateId: number, dim: number): string {
  return `${affiliateId} ${dim}`;
}

/**
 * Adds up what was counted on one day, for each affiliate and for the programme: the programme's total comes first.
 * @param admitted is added to: a value that is let in stays, so that counting anew gives the same sums
 * @param most how many values of an open dimension are let in
 */
export function tally(
  day: string,
  countables: readonly Countable[],
  admitted: Admitted,
  most: number = MOST_VALUES,
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

  function add(affiliateId: number, dim: Dimension, wanted: string, sums: Sums): void {
    const value = admit(affiliateId, dim, wanted);
    const key = `${affiliateId} ${dim} ${value}`;
    const known = rows.get(key);
    rows.set(key, {
      affiliate_id: affiliateId,
      day,
      dim,
      value,
      clicks: (known?.clicks ?? 0) + sums.clicks,
      unique_clicks: (known?.unique_clicks ?? 0) + sums.unique_clicks,
      conversions: (known?.conversions ?? 0) + sums.conversions,
      revenue_minor: (known?.revenue_minor ?? 0) + sums.revenue_minor,
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
