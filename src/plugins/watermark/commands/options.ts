import type { CommandOption } from '../../../index.js';

const ID = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** Options that select images: one image, those of a post, or without both the whole library. */
export const WHICH: readonly CommandOption[] = [
  { flags: '--id <id>', description: 'only this picture', integer: ID },
  { flags: '--post <id>', description: 'only the pictures of this post', integer: ID },
];

export const RESUME: CommandOption = {
  flags: '--resume <run>',
  description: 'go on with a run that was paused',
  integer: ID,
};

export const RETRY: CommandOption = {
  flags: '--retry <run>',
  description: 'only what failed in this run',
  integer: ID,
};

export const OF_RUN: CommandOption = { flags: '--run <run>', description: 'only those of this run', integer: ID };

export const DRY_RUN: CommandOption = {
  flags: '--dry-run',
  description: 'say what would become of the pictures, and change nothing',
};

/** Parses an integer option. */
export function numberOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}
