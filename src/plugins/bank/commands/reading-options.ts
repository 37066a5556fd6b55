import type { CommandContext, CommandOption } from '../../../operations.js';
import type { UploadOptions } from '../uploads/upload.js';

/** Options for reading a file. Not named `--format`, which is the output format. */
export const READING_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--from <format>',
    description: 'camt, mt940, ofx, qif, fio, csv, json or a format of the site; default: detected',
  },
  { flags: '--profile <name>', description: 'profile for CSV or JSON; default: the matching one' },
  { flags: '--account <number>', description: 'IBAN or account number, if the file has none' },
  { flags: '--currency <code>', description: 'such as EUR, if the file has none' },
  {
    flags: '--day-order <order>',
    description: 'QIF: whether the day or the month is first; default: detected',
    choices: ['dmy', 'mdy'],
  },
  { flags: '--encoding <name>', description: 'such as windows-1252 or cp850; default: detected' },
];

export function readingOf({ options, signal }: Pick<CommandContext, 'options' | 'signal'>): UploadOptions {
  const text = (name: string): string | undefined => (options[name] === undefined ? undefined : String(options[name]));
  return {
    format: text('from'),
    profile: text('profile'),
    account: text('account'),
    currency: text('currency'),
    encoding: text('encoding'),
    dayOrder: options.dayOrder === 'dmy' || options.dayOrder === 'mdy' ? options.dayOrder : undefined,
    signal,
  };
}
