import type { CommandOption } from '../../../operations.js';

/** Maximum rows printed. */
export const LIMIT: CommandOption = {
  flags: '--limit <number>',
  description: 'maximum number of rows',
  default: 100,
  integer: { minimum: 1, maximum: 10_000 },
};

export const ORDER: CommandOption = {
  flags: '--order <direction>',
  description: 'direction',
  choices: ['asc', 'desc'],
  default: 'desc',
};
