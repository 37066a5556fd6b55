/**
 * Milliseconds by which a clock may be set back before timestamps in the future are ignored. Smaller corrections only
 * delay things; larger ones mean that the clock was wrong before. Three hours, as in cron, exceed every lease.
 */
export const CLOCK_CORRECTION = 3 * 3_600_000;
