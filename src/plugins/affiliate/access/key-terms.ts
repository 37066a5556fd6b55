/** What is needed to record conversions, and what keys of forms and shops are given. */
export const TRACK_SCOPE = 'affiliate:track';

/** What is needed besides to say by which rate one is rewarded. */
export const RATE_SCOPE = 'rate:override';

/** Hours that an old key counts after it got a new secret: affiliate.md A4. */
export const KEY_OVERLAP = 24;
