import type { CommandOption } from '../../../operations.js';

const ID = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export const OF_IMAGE: CommandOption = { flags: '--id <id>', description: 'only this image', integer: ID };

/** Options that select images: one image, those of a post, or without both the whole library. */
export const WHICH: readonly CommandOption[] = [
  OF_IMAGE,
  { flags: '--post <id>', description: 'only images of this post', integer: ID },
];

export const RESUME: CommandOption = {
  flags: '--resume <run>',
  description: 'resume a paused run',
  integer: ID,
};

export const RETRY: CommandOption = {
  flags: '--retry <run>',
  description: 'only images that failed in this run',
  integer: ID,
};

export const OF_RUN: CommandOption = { flags: '--run <run>', description: 'only errors of this run', integer: ID };

export const DRY_RUN: CommandOption = {
  flags: '--dry-run',
  description: 'only show what would change',
};

/** Parses an integer option. */
export function numberOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}
