import { amountText } from '../../../money.js';
import type { OwnedCommands, Row } from '../../../operations.js';
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
  { flags: '--code <code>', description: 'code in links; default: generated from the name' },
  { flags: '--website <address>', description: 'their site' },
] as const;

/** Registers `mortise affiliate list`, `create`, `approve` and `stats`. */
export function registerAffiliateCommands(
  cli: OwnedCommands,
  { affiliates, totalsOf, statistics }: AffiliateCommandParts,
): void {
  cli.command('affiliate list', {
    summary: 'List affiliates with their results',
    options: [
      { flags: '--status <status>', description: 'only those', choices: AFFILIATE_STATUSES },
      { flags: '--search <text>', description: 'beginning of a code, or part of a name, email address or website' },
      { flags: '--orderby <what>', description: 'order', choices: AFFILIATE_ORDERS, default: 'id' },
      { flags: '--order <direction>', description: 'direction', choices: ['asc', 'desc'], default: 'desc' },
      {
        flags: '--limit <number>',
        description: 'maximum number of rows',
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
      if (rows.length < total) output.note(`${rows.length} of ${total} rows; use --limit for more.`);
    },
  });

  cli.command('affiliate create', {
    summary: 'Add an affiliate',
    arguments: [
      { name: 'email', description: 'email address; an existing account with this address becomes the affiliate' },
    ],
    options: [
      ...TEXT_OPTIONS,
      { flags: '--verified', description: 'mark the address as verified' },
      { flags: '--status <status>', description: 'status', choices: AFFILIATE_STATUSES, default: 'active' },
    ],
    async run({ args, options, output }) {
      const text = (name: string): string | undefined =>
        options[name] === undefined ? undefined : String(options[name]);
      const affiliate = await affiliates.create({
        email: args.email ?? '',
        email_verified: options.verified === true ? true : undefined,
        // The option's choices guarantee the type.
        status: options.status as AffiliateStatus,
        first_name: text('firstName'),
        last_name: text('lastName'),
        code: text('code'),
        website: text('website'),
      });
      output.record(rowOf(affiliate));
    },
  });

  cli.command('affiliate approve', {
    summary: 'Activate affiliates',
    arguments: [{ name: 'ids', description: 'IDs of affiliates', several: true }],
    run: (command) =>
      forEach(command, { columns: COLUMNS, done: 'approved' }, async (id) => {
        const { affiliate, changed } = await affiliates.setStatus(id, 'active');
        return { row: rowOf(affiliate), changed };
      }),
  });

  cli.command('affiliate stats', {
    summary: 'Show results and earnings of an affiliate',
    arguments: [{ name: 'id', description: 'ID or code of the affiliate' }],
    options: [{ flags: '--monthly', description: 'by month, for the last twelve months' }],
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
    clicks: totals?.clicks ?? 0,
    conversions: totals?.conversions ?? 0,
    currency,
    pending: text(totals?.pending),
    approved: text(totals?.approved),
    paid: text(totals?.paid),
    balance: text(totals?.balance),
  };
}
