import type { PluginContext } from '../../../index.js';
import { commandRow, listCommand } from '../../../resource.js';
import { receivableList } from '../receivables/receivable-list.js';
import type { Receivables } from '../receivables/receivables.js';
import { amountOf } from '../routes/arguments.js';
import { assertCurrency } from '../transactions/errors.js';

/** Registers `mortise bank receivables list` and `create`. */
export function registerReceivableCommands(
  context: Pick<PluginContext, 'cli' | 'db' | 'site'>,
  receivables: Receivables,
): void {
  const { cli } = context;
  cli.command('bank receivables list', listCommand(receivableList, context, { summary: 'List receivables' }));

  cli.command('bank receivables create', {
    summary: 'Create a receivable',
    arguments: [
      { name: 'reference', description: 'reference that payers enter: a variable symbol or an invoice number' },
      { name: 'amount', description: 'amount due, such as 12.50' },
      { name: 'currency', description: 'such as EUR' },
    ],
    options: [
      { flags: '--customer <customer>', description: "customer's ID in the shop" },
      { flags: '--iban <iban>', description: 'account that the payment is expected from' },
      { flags: '--due <day>', description: 'until when, 2026-01-31' },
    ],
    async run({ args, options, output }) {
      const text = (name: string): string | undefined =>
        options[name] === undefined ? undefined : String(options[name]);
      const currency = (args.currency ?? '').toUpperCase();
      assertCurrency(currency);
      const created = await receivables.create({
        reference: args.reference ?? '',
        currency,
        customer: text('customer'),
        iban: text('iban'),
        amountDue: amountOf('amount', args.amount ?? '', currency),
        dueOn: text('due'),
      });
      output.record(commandRow(receivableList, created));
    },
  });
}
