import { amountText } from '../../../money.js';
import type { OwnedCommands } from '../../../operations.js';
import type { Uploads } from '../uploads/uploads.js';
import { READING_OPTIONS, readingOf } from './reading-options.js';
import { statementArgument } from './statement-argument.js';

/** Registers `mortise bank detect`. */
export function registerDetectCommand(cli: OwnedCommands, { detect }: Pick<Uploads, 'detect'>): void {
  cli.command('bank detect', {
    summary: 'Show the format and contents of a statement without storing anything',
    arguments: [{ name: 'file', description: 'statement file from the bank' }],
    options: READING_OPTIONS,
    async run({ args, options, output, signal }) {
      const file = await statementArgument(args.file ?? '');
      const found = await detect(file, readingOf({ options, signal }));
      const { format, encoding, profile, accounts, count, sums, from, to, errors, warnings } = found;
      const totals = (side: 'credit' | 'debit'): string =>
        sums.map((sum) => `${amountText(sum[side], sum.currency)} ${sum.currency}`).join(', ');
      output.record({
        file: file.name,
        format,
        encoding,
        profile: profile ?? '',
        accounts: accounts.map(({ iban, number }) => iban || number).join(', '),
        entries: count,
        credits: totals('credit'),
        debits: totals('debit'),
        from,
        to,
        errors,
        warnings,
      });
      for (const { message, position } of found.problems) {
        output.note(position === '' ? message : `${position}: ${message}`);
      }
    },
  });
}
