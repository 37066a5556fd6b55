export const RUN_WORKS = ['apply', 'restore', 'backup'] as const;
/** Work of a run. */
export type RunWork = (typeof RUN_WORKS)[number];
