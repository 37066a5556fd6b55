import type { CommandOption } from '../core/commands.js';

/** How a list that may be long is shown in parts. */
export const PAGE_OPTIONS: readonly CommandOption[] = [
  { flags: '--page <number>', description: 'which page', default: 1, integer: { minimum: 1, maximum: 1_000_000 } },
  {
    flags: '--per-page <number>',
    description: 'how many on a page',
    default: 50,
    integer: { minimum: 1, maximum: 200 },
  },
];
