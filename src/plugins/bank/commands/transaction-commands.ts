import type { PluginContext } from '../../../index.js';
import { commandRow, listCommand } from '../../../resource.js';
import type { Bank } from '../bank.js';
import { invalidParam } from '../transactions/errors.js';
import { transactionList, transactionRecord } from '../transactions/transaction-list.js';

/** User ID of a command that runs without a user. */
const AT_TERMINAL = 0;

/** Registers `mortise bank list`, `show` and `unmatch`. */
export function registerTransactionCommands(
  context: Pick<PluginContext, 'cli' | 'db' | 'site'>,
  { transactions, matching }: Pick<Bank, 'matching' | 'transactions'>,
): void {
  const { cli } = context;
  cli.command(
    'bank list',
    listCommand(transactionList, context, { summary: 'List transactions, latest booking first' }),
  );

  cli.command('bank show', {
    summary: 'Show a transaction and the orders it pays',
    arguments: [{ name: 'id', description: 'ID of the transaction' }],
    async run({ args, output }) {
      const transaction = await transactions.get(idOf(args.id));
      const matches = (await transactions.matchesOf([transaction.id])).get(transaction.id) ?? [];
      output.record({ ...transactionRecord(transaction, matches) });
    },
  });

  cli.command('bank unmatch', {
    summary: 'Undo the matching or ignoring of a transaction; rules no longer match it',
    arguments: [{ name: 'id', description: 'ID of the transaction' }],
    async run({ args, output, user }) {
      const unmatched = await matching.unmatch(idOf(args.id), user?.id ?? AT_TERMINAL);
      output.record(commandRow(transactionList, { ...unmatched, matches: [] }));
    },
  });
}

/**
 * Parses an ID argument.
 * @throws HostError 400 `vendor_bank_invalid_param`
 */
function idOf(text: string | undefined): number {
  if (text !== undefined && /^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw invalidParam('id', `"${text}" is not an ID. Use a number from the list.`);
}
