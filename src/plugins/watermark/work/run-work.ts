export const RUN_WORKS = ['apply', 'restore', 'backup'] as const;
/** What is done with pictures one after the other. */
export type RunWork = (typeof RUN_WORKS)[number];
