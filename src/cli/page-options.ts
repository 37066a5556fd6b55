import type { CommandOption } from '../core/commands.js';

/** Options for paging through long lists. */
export const PAGE_OPTIONS: readonly CommandOption[] = [
  { flags: '--page <number>', description: 'which page', default: 1, integer: { minimum: 1, maximum: 1_000_000 } },
  {
    flags: '--per-page <number>',
    description: 'rows per page',
    default: 50,
    integer: { minimum: 1, maximum: 200 },
  },
];
