import type { PluginContext } from '../../../index.js';
import { commandColumns, commandRow, listCommand } from '../../../resource.js';
import { commissionList } from '../commissions/commission.js';
import { amountOf } from '../conversions/read-input.js';
import type { Ledger } from '../ledger.js';
import { forEach, idOf } from './for-each.js';

const COLUMNS = commandColumns(commissionList);

/** Registers `mortise affiliate commission list`, `approve`, `pay` and `refund`. */
export function registerCommissionCommands(
  context: Pick<PluginContext, 'cli' | 'db' | 'site'>,
  { commissions }: Pick<Ledger, 'commissions'>,
): void {
  const { cli } = context;
  cli.command(
    'affiliate commission list',
    listCommand(commissionList, context, { summary: 'List commissions, newest first' }),
  );

  function defineCommand(verb: 'approve' | 'pay', summary: string, done: string): void {
    cli.command(`affiliate commission ${verb}`, {
      summary,
      arguments: [{ name: 'ids', description: 'IDs of commissions', variadic: true }],
      run: (command) =>
        forEach(command, { columns: COLUMNS, done }, async (id) => {
          const { commission, changed } = await commissions[verb](id);
          return { row: commandRow(commissionList, commission), changed };
        }),
    });
  }
  defineCommand('approve', 'Approve commissions', 'approved');
  defineCommand('pay', 'Settle approved commissions without a payout', 'paid');

  cli.command('affiliate commission refund', {
    summary: 'Refund a commission fully or partially',
    arguments: [{ name: 'id', description: 'ID of the commission' }],
    options: [
      {
        flags: '--amount <amount>',
        description: 'refunded amount of the sale, such as 12.50; default: the remaining amount',
      },
      { flags: '--reference <reference>', description: 'your ID of the refund; a repeated ID has no effect' },
    ],
    async run({ args, options, output }) {
      const id = idOf(args.id ?? '');
      const { currency } = await commissions.get(id);
      const { commission, refund, changed } = await commissions.refund(id, {
        amount: options.amount === undefined ? undefined : amountOf(String(options.amount), currency),
        reference: options.reference === undefined ? undefined : String(options.reference),
      });
      output.rows(
        [commission, ...(refund ? [refund] : [])].map((row) => commandRow(commissionList, row)),
        COLUMNS,
      );
      if (!changed) output.note('This refund was already recorded. Nothing was changed.');
    },
  });
}
