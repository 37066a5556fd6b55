/** What a site decides about matching. */
export interface MatchSettings {
  /** Minor units that a payment may differ from what is due. */
  readonly toleranceAmount: number;
  /** Hundredths of a percent of what is due. The larger of the two counts. */
  readonly tolerancePercent: number;
  /** Whether a known account, an equal amount and exactly one open order are enough; somebody looks at it otherwise. */
  readonly isPayerEnough: boolean;
}

/** Nothing is let off, and nothing is assumed (bank.md B3). */
export const DEFAULT_MATCH_SETTINGS: MatchSettings = {
  toleranceAmount: 0,
  tolerancePercent: 0,
  isPayerEnough: false,
};
