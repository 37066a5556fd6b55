import type { Calendar } from '../../../calendar.js';
import { amountText } from '../../../money.js';
import type { OwnedCommands } from '../../../operations.js';
import { invalidParam } from '../commissions/errors.js';
import type { Exports } from '../exports/exports.js';
import type { Ledger } from '../ledger.js';
import { boundOf } from '../routes/arguments.js';

const COLUMNS = ['affiliate', 'code', 'name', 'payment_email', 'amount', 'currency', 'commissions'];

/** Registers `mortise affiliate payout create` and `export`. */
export function registerPayoutCommands(
  cli: OwnedCommands,
  {
    ledger: { payouts },
    exports,
    calendar,
  }: { readonly ledger: Ledger; readonly exports: Pick<Exports, 'payout'>; readonly calendar: Calendar },
): void {
  cli.command('affiliate payout create', {
    summary: 'Create a payout from approved commissions',
    options: [
      {
        flags: '--method <method>',
        description: 'only affiliates with this payout method: paypal, bank, manual',
        required: true,
      },
      { flags: '--affiliates <ids>', description: 'only these affiliates, as IDs separated by commas' },
      { flags: '--before <day>', description: 'only commissions created before this day, such as 2026-01-31' },
      { flags: '--dry-run', description: 'only show what would be paid' },
    ],
    async run({ options, output, user }) {
      const { payout, payments, skipped, currency, amount } = await payouts.create({
        method: String(options.method),
        affiliateIds: options.affiliates === undefined ? undefined : idsOf(String(options.affiliates)),
        before: options.before === undefined ? undefined : boundOf('before', String(options.before), calendar),
        dryRun: options.dryRun === true,
        createdBy: user?.id ?? null,
      });
      const rows = payments.map(({ affiliateId, paymentEmail, paymentDetails: _sealed, ...payment }) => ({
        ...payment,
        affiliate: affiliateId,
        payment_email: paymentEmail,
        amount: amountText(payment.amount, currency),
      }));
      output.rows(rows, COLUMNS);
      for (const one of skipped)
        output.note(`Left out: ${one.code} (${one.reason}), ${amountText(one.amount, currency)}.`);
      const total = `${amountText(amount, currency)} ${currency} for ${payments.length}`;
      output.note(payout ? `Payout ${payout.id}: ${total}.` : `Total: ${total}. Nothing was changed (dry run).`);
    },
  });

  cli.command('affiliate payout export', {
    summary: 'Print the payments of a payout as CSV',
    arguments: [{ name: 'id', description: 'ID of the payout' }],
    async run({ args, output }) {
      const [id = 0] = idsOf(args.id ?? '');
      output.text(await exports.payout(id));
    },
  });
}

function idsOf(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => /^[1-9]\d{0,15}$/.test(part))) return parts.map(Number);
  throw invalidParam('id', `"${text}" is not a list of IDs such as 3,7.`);
}
