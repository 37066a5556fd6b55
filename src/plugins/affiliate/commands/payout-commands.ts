import { amountText, type Calendar, type OwnedCommands } from '../../../index.js';
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
    summary: 'Make a payout out of what is approved',
    options: [
      { flags: '--method <method>', description: 'pay those who want it so: paypal, bank, manual', required: true },
      { flags: '--affiliates <ids>', description: 'only these, by ids separated by commas' },
      { flags: '--before <day>', description: 'only what was earned before this day, 2026-01-31' },
      { flags: '--dry-run', description: 'say what would be paid, and change nothing' },
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
      output.note(payout ? `Payout ${payout.id}: ${total}.` : `It would be ${total}. Nothing was changed (dry run).`);
    },
  });

  cli.command('affiliate payout export', {
    summary: 'Print the payments of a payout as CSV',
    arguments: [{ name: 'id', description: 'id of the payout' }],
    async run({ args, output }) {
      const [id = 0] = idsOf(args.id ?? '');
      output.text(await exports.payout(id));
    },
  });
}

function idsOf(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.every((part) => /^[1-9]\d{0,15}$/.test(part))) return parts.map(Number);
  throw invalidParam('id', `"${text}" is no list of ids, such as 3,7.`);
}
