/** Scope required to record conversions, granted to the API keys of forms and shops. */
export const TRACK_SCOPE = 'affiliate:track';

/** Additional scope required to override the rate of a conversion. */
export const RATE_SCOPE = 'rate:override';

/** Hours an old key stays valid after its secret is rotated. */
export const KEY_OVERLAP = 24;
