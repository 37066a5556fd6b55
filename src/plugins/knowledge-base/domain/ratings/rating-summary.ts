/** A visitor's vote on an article: stars, helpfulness or both. */
export interface Vote {
  /** 1 to 5. */
  readonly value?: number;
  readonly helpful?: boolean;
}

/** Columns of `kb_article_figures` that count votes. */
export interface RatingCounters {
  readonly rating_count: number;
  readonly rating_sum: number;
  readonly rating_1: number;
  readonly rating_2: number;
  readonly rating_3: number;
  readonly rating_4: number;
  readonly rating_5: number;
  readonly helpful_yes: number;
  readonly helpful_no: number;
}

export type RatingCounter = keyof RatingCounters;

/** Totals of all votes on an article, as REST returns them. */
export interface RatingSummary {
  article_id: number;
  /** Number of star ratings. */
  count: number;
  /** Two decimals; null without stars. */
  average: number | null;
  distribution: Record<'1' | '2' | '3' | '4' | '5', number>;
  /** `percent` is an integer; null without votes. */
  helpful: { yes: number; no: number; percent: number | null };
  /** Three decimals; null until anything on the site is rated. */
  score: number | null;
  /** The caller's vote; null for none. */
  mine: Vote | null;
}

export const NO_RATINGS: RatingCounters = {
  rating_count: 0,
  rating_sum: 0,
  rating_1: 0,
  rating_2: 0,
  rating_3: 0,
  rating_4: 0,
  rating_5: 0,
  helpful_yes: 0,
  helpful_no: 0,
};

export const RATING_COUNTERS = Object.keys(NO_RATINGS) as readonly RatingCounter[];

/** Number of votes at the site's mean that each article starts with. */
const CONFIDENCE = 10;

/**
 * Computes the Bayesian average `(C * m + sum) / (C + n)`.
 * An article with few votes stays near the site's mean, so that a single five does not beat a hundred fours.
 * @param mean average stars of a vote on the site; null without any
 */
export function bayesianScore({ count, sum }: { count: number; sum: number }, mean: number | null): number | null {
  return mean === null ? null : (CONFIDENCE * mean + sum) / (CONFIDENCE + count);
}

export function ratingSummary(
  articleId: number,
  counters: RatingCounters,
  mean: number | null,
  mine: Vote | null,
): RatingSummary {
  const { rating_count: count, rating_sum: sum, helpful_yes: yes, helpful_no: no } = counters;
  const score = bayesianScore({ count, sum }, mean);
  return {
    article_id: articleId,
    count,
    average: count === 0 ? null : round(sum / count, 2),
    distribution: {
      1: counters.rating_1,
      2: counters.rating_2,
      3: counters.rating_3,
      4: counters.rating_4,
      5: counters.rating_5,
    },
    helpful: { yes, no, percent: yes + no === 0 ? null : Math.round((100 * yes) / (yes + no)) },
    score: score === null ? null : round(score, 3),
    mine,
  };
}

/** Returns what a vote adds to the counters; `sign` is -1 to withdraw it. */
export function countersOf({ value, helpful }: Vote, sign: 1 | -1): Partial<Record<RatingCounter, number>> {
  return {
    ...(value === undefined ? {} : { rating_count: sign, rating_sum: sign * value, [`rating_${value}`]: sign }),
    ...(helpful === undefined ? {} : { [helpful ? 'helpful_yes' : 'helpful_no']: sign }),
  };
}

/** Sums changes of counters and drops zeros. */
export function addUp(
  changes: readonly Partial<Readonly<Record<RatingCounter, number>>>[],
): Partial<Record<RatingCounter, number>> {
  const total: Partial<Record<RatingCounter, number>> = {};
  for (const name of RATING_COUNTERS) {
    const sum = changes.reduce((before, change) => before + (change[name] ?? 0), 0);
    if (sum !== 0) total[name] = sum;
  }
  return total;
}

function round(number: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(number * factor) / factor;
}
