/**
 * Milliseconds. A clock that is set back by up to so much only makes things wait; by more, it was wrong before, and what
 * it has written about a far future counts as over. Three hours, as cron has it, are more than any lease of ours lasts.
 */
export const CLOCK_CORRECTION = 3 * 3_600_000;
