import type { PluginContext } from '../../../index.js';
import { amountText } from '../../../money.js';
import type { OwnedCommands } from '../../../operations.js';
import type { AccessSecret } from '../access/secrets.js';
import type { Bank } from '../bank.js';
import type { SiteSources } from '../sources/site-sources.js';
import type { Uploads } from '../uploads/uploads.js';
import { registerImportCommand } from './import.js';
import { registerMatchCommand } from './match.js';
import { READING_OPTIONS, readingOf } from './reading-options.js';
import { registerReceivableCommands } from './receivable-commands.js';
import { registerRunCommands } from './run-commands.js';
import { statementArgument } from './statement-argument.js';
import { registerTransactionCommands } from './transaction-commands.js';

/** Registers all commands below `mortise bank`. */
export function registerCommands(context: Pick<PluginContext, 'cli' | 'db' | 'site'>, bank: Bank): void {
  const { cli } = context;
  registerRunCommands(cli, bank);
  registerImportCommand(cli, bank);
  registerDetectCommand(cli, bank);
  registerMatchCommand(cli, bank);
  registerTransactionCommands(context, bank);
  registerReceivableCommands(context, bank.receivables);
  registerSourcesCommand(cli, bank);
  registerSecretRotate(cli, bank.secret);
}

/** Registers `mortise bank detect`. */
function registerDetectCommand(cli: OwnedCommands, { detect }: Pick<Uploads, 'detect'>): void {
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

/** Registers `mortise bank secret rotate`. */
function registerSecretRotate(cli: OwnedCommands, secret: Pick<AccessSecret, 'rotate' | 'state'>): void {
  cli.command('bank secret rotate', {
    summary: 'Replace the access secret and print the new one, once',
    async run({ output }) {
      output.text(await secret.rotate());
      const { previousUntil } = await secret.state();
      output.note('It is not shown again. Programs send it in the X-Vendor-Bank-Secret header.');
      if (previousUntil) output.note(`The previous secret is valid until ${previousUntil.toISOString()}.`);
    },
  });
}

const COLUMNS = ['id', 'name', 'kind', 'enabled', 'cursor', 'asked', 'status', 'error'];

/** Registers `mortise bank sources`. */
function registerSourcesCommand(
  cli: OwnedCommands,
  { sources }: { readonly sources: Pick<SiteSources, 'list'> },
): void {
  cli.command('bank sources', {
    summary: 'List statement sources with their last result',
    async run({ output }) {
      const rows = (await sources.list()).map(({ id, name, kind, isEnabled, cursor, ...last }) => ({
        id,
        name,
        kind,
        enabled: isEnabled,
        cursor,
        asked: last.lastStartedAt?.toISOString() ?? '',
        status: last.lastStatus,
        error: last.lastError,
      }));
      output.rows(rows, COLUMNS);
    },
  });
}
