/** Matching settings of a site. */
export interface MatchSettings {
  /** Minor units by which a payment may differ from the amount due. */
  readonly toleranceAmount: number;
  /** Hundredths of a percent of the amount due. The larger of the two tolerances applies. */
  readonly tolerancePercent: number;
  /**
   * Whether a known account, an equal amount and exactly one open order suffice; otherwise a user reviews the match.
   */
  readonly isPayerEnough: boolean;
}

/** No tolerance and no assumptions. */
export const DEFAULT_MATCH_SETTINGS: MatchSettings = {
  toleranceAmount: 0,
  tolerancePercent: 0,
  isPayerEnough: false,
};
