import type { Calendar } from '../../../calendar.js';
import { amountText } from '../../../money.js';
import type { OwnedCommands, Row } from '../../../operations.js';
import { COMMISSION_STATUSES, COMMISSION_TYPES, type Commission } from '../commissions/commission.js';
import type { CommissionQuery } from '../commissions/listing.js';
import { amountOf } from '../conversions/read-input.js';
import type { Ledger } from '../ledger.js';
import { boundOf } from '../routes/arguments.js';
import { forEach, idOf } from './for-each.js';

const ID = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const COLUMNS = ['id', 'affiliate', 'type', 'status', 'amount', 'currency', 'reference', 'payout', 'flags', 'created'];

/** Registers `mortise affiliate commission list`, `approve`, `pay` and `refund`. */
export function registerCommissionCommands(
  cli: OwnedCommands,
  { ledger: { commissions }, calendar }: { readonly ledger: Ledger; readonly calendar: Calendar },
): void {
  cli.command('affiliate commission list', {
    summary: 'List commissions, newest first',
    options: [
      { flags: '--status <status>', description: 'only those', choices: COMMISSION_STATUSES },
      { flags: '--type <type>', description: 'only those', choices: COMMISSION_TYPES },
      { flags: '--affiliate <id>', description: 'only of this affiliate', integer: ID },
      { flags: '--payout <id>', description: 'only in this payout', integer: ID },
      { flags: '--reference <reference>', description: 'only with this external ID' },
      { flags: '--from <day>', description: 'created on or after this day, such as 2026-01-31' },
      { flags: '--to <day>', description: 'created on or before this day' },
      {
        flags: '--limit <number>',
        description: 'maximum number of rows',
        default: 100,
        integer: { minimum: 1, maximum: 10_000 },
      },
    ],
    async run({ options, output }) {
      const { rows, total } = await commissions.list({
        ...queryOf(options, calendar),
        page: 1,
        perPage: Number(options.limit),
      });
      output.rows(rows.map(rowOf), COLUMNS);
      if (rows.length < total) output.note(`${rows.length} of ${total} rows; use --limit for more.`);
    },
  });

  function several(verb: 'approve' | 'pay', summary: string, done: string): void {
    cli.command(`affiliate commission ${verb}`, {
      summary,
      arguments: [{ name: 'ids', description: 'IDs of commissions', several: true }],
      run: (command) =>
        forEach(command, { columns: COLUMNS, done }, async (id) => {
          const { commission, changed } = await commissions[verb](id);
          return { row: rowOf(commission), changed };
        }),
    });
  }
  several('approve', 'Approve commissions', 'approved');
  several('pay', 'Settle approved commissions without a payout', 'paid');

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
      output.rows([commission, ...(refund ? [refund] : [])].map(rowOf), COLUMNS);
      if (!changed) output.note('This refund was already recorded. Nothing was changed.');
    },
  });
}

function queryOf(
  options: Readonly<Record<string, unknown>>,
  calendar: Calendar,
): Omit<CommissionQuery, 'page' | 'perPage'> {
  const { status, type, affiliate, payout, reference, from, to } = options;
  return {
    // The options' choices guarantee the types.
    status: status as CommissionQuery['status'],
    type: type as CommissionQuery['type'],
    affiliateId: affiliate === undefined ? undefined : Number(affiliate),
    payoutId: payout === undefined ? undefined : Number(payout),
    reference: reference === undefined ? undefined : String(reference),
    from: from === undefined ? undefined : boundOf('from', String(from), calendar),
    before: to === undefined ? undefined : boundOf('to', String(to), calendar, true),
  };
}

function rowOf(commission: Commission): Row {
  const { id, affiliateId, type, status, amount, currency, reference, payoutId, flags, createdAt } = commission;
  return {
    id,
    affiliate: affiliateId,
    type,
    status,
    currency,
    reference,
    amount: amountText(amount, currency),
    payout: payoutId === 0 ? null : payoutId,
    flags: flags.join(' '),
    created: createdAt.toISOString(),
  };
}
