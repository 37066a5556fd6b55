import type { CommandContext, CommandOption } from '../../../index.js';
import type { UploadOptions } from '../uploads/upload.js';

/** Options for reading a file. Not named `--format`, which is the output format. */
export const READING_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--from <format>',
    description: 'camt, mt940, ofx, fio, csv, json or one of the site; found by the content',
  },
  { flags: '--profile <name>', description: 'how CSV or JSON is read; the one that fits' },
  { flags: '--account <number>', description: 'IBAN or number, for files that do not say it' },
  { flags: '--currency <code>', description: 'such as EUR, for files that do not say it' },
];

export function readingOf({ options, signal }: Pick<CommandContext, 'options' | 'signal'>): UploadOptions {
  const text = (name: string): string | undefined => (options[name] === undefined ? undefined : String(options[name]));
  return {
    format: text('from'),
    profile: text('profile'),
    account: text('account'),
    currency: text('currency'),
    signal,
  };
}
