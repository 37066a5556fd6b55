/** What is needed to record conversions, and what keys of forms and shops are given. */
export const TRACK_SCOPE = 'affiliate:track';

/** Hours that an old key counts after it got a new secret: affiliate.md A4. */
export const KEY_OVERLAP = 24;
