import { amountText, type OwnedCommands, type Row } from '../../../index.js';
import { type Affiliate, nameOf } from '../affiliates/affiliate.js';
import type { Affiliates } from '../affiliates/affiliates.js';
import { AFFILIATE_ORDERS, type AffiliateQuery } from '../affiliates/listing.js';
import { AFFILIATE_STATUSES, type AffiliateStatus } from '../affiliates/statuses.js';
import type { AffiliateTotals, TotalsOf } from '../affiliates/totals.js';
import type { ProgrammeStatistics } from '../statistics/statistics.js';
import { forEach, idOf } from './for-each.js';

export interface AffiliateCommandParts {
  readonly affiliates: Affiliates;
  readonly totalsOf: TotalsOf;
  readonly statistics: Pick<ProgrammeStatistics, 'ofAffiliate'>;
}

const COLUMNS = ['id', 'code', 'status', 'name', 'email', 'registered'];
const LIST_COLUMNS = [...COLUMNS, 'clicks', 'conversions', 'pending', 'approved', 'paid', 'balance', 'currency'];
const MONTH_COLUMNS = ['month', 'clicks', 'unique_clicks', 'conversions', 'revenue', 'earnings'];
const TEXT_OPTIONS = [
  { flags: '--first-name <name>', description: 'first name' },
  { flags: '--last-name <name>', description: 'last name' },
  { flags: '--code <code>', description: 'what links carry; made of the name without it' },
  { flags: '--website <address>', description: 'their site' },
] as const;

/** Registers `mortise affiliate list`, `create`, `approve` and `stats`. */
export function registerAffiliateCommands(
  cli: OwnedCommands,
  { affiliates, totalsOf, statistics }: AffiliateCommandParts,
): void {
  cli.command('affiliate list', {
    summary: 'List affiliates with what they have brought and earned',
    options: [
      { flags: '--status <status>', description: 'only those', choices: AFFILIATE_STATUSES },
      { flags: '--search <text>', description: 'the beginning of a code, or a part of a name, address or website' },
      { flags: '--orderby <what>', description: 'order', choices: AFFILIATE_ORDERS, default: 'id' },
      { flags: '--order <direction>', description: 'direction', choices: ['asc', 'desc'], default: 'desc' },
      {
        flags: '--limit <number>',
        description: 'at most so many',
        default: 100,
        integer: { minimum: 1, maximum: 10_000 },
      },
    ],
    async run({ options, output }) {
      const { rows, total } = await affiliates.list({
        // The option's choices guarantee the type.
        status: options.status as AffiliateStatus | undefined,
        orderBy: options.orderby as AffiliateQuery['orderBy'],
        order: options.order as AffiliateQuery['order'],
        search: options.search === undefined ? undefined : String(options.search),
        page: 1,
        perPage: Number(options.limit),
      });
      const totals = await totalsOf(rows.map(({ id }) => id));
      output.rows(
        rows.map((row) => ({ ...rowOf(row), ...totalsRow(totals.get(row.id), row.currency) })),
        LIST_COLUMNS,
      );
      if (rows.length < total) output.note(`${rows.length} of ${total}; --limit shows more.`);
    },
  });

  cli.command('affiliate create', {
    summary: 'Add an affiliate',
    arguments: [{ name: 'email', description: 'e-mail address; whoever has an account with it has their part there' }],
    options: [
      ...TEXT_OPTIONS,
      { flags: '--verified', description: 'the address is known to be theirs, without a mailed link' },
      { flags: '--status <status>', description: 'what they are', choices: AFFILIATE_STATUSES, default: 'active' },
    ],
    async run({ args, options, output }) {
      const text = (name: string): string | undefined =>
        options[name] === undefined ? undefined : String(options[name]);
      const affiliate = await affiliates.create({
        email: args.email ?? '',
        email_verified: options.verified === true ? true : undefined,
        // The option's choices guarantee the type.
        status: options.status as AffiliateStatus,
        ...{ first_name: text('firstName'), last_name: text('lastName'), code: text('code'), website: text('website') },
      });
      output.record(rowOf(affiliate));
    },
  });

  cli.command('affiliate approve', {
    summary: 'Make affiliates active',
    arguments: [{ name: 'ids', description: 'ids of affiliates', several: true }],
    run: (command) =>
      forEach(command, { columns: COLUMNS, done: 'approved' }, async (id) => {
        const { affiliate, changed } = await affiliates.setStatus(id, 'active');
        return { row: rowOf(affiliate), changed };
      }),
  });

  cli.command('affiliate stats', {
    summary: 'What an affiliate has brought and earned',
    arguments: [{ name: 'id', description: 'id of the affiliate, or their code' }],
    options: [{ flags: '--monthly', description: 'month by month, the last twelve' }],
    async run({ args, options, output }) {
      const who = args.id ?? '';
      const known = /^\d+$/.test(who) ? null : await affiliates.byCode(who);
      const affiliate = known ?? (await affiliates.get(idOf(who)));
      const { basic, monthly } = await statistics.ofAffiliate(affiliate);
      if (options.monthly === true) output.rows([...monthly], MONTH_COLUMNS);
      else output.record({ ...basic });
    },
  });
}

function rowOf(affiliate: Affiliate): Row {
  const { id, code, status, email, registeredAt } = affiliate;
  return { id, code, status, name: nameOf(affiliate), email, registered: registeredAt.toISOString() };
}

function totalsRow(totals: AffiliateTotals | undefined, currency: string): Row {
  const text = (minor = 0): string => amountText(minor, currency);
  return {
    ...{ clicks: totals?.clicks ?? 0, conversions: totals?.conversions ?? 0, currency },
    ...{ pending: text(totals?.pending), approved: text(totals?.approved) },
    ...{ paid: text(totals?.paid), balance: text(totals?.balance) },
  };
}
