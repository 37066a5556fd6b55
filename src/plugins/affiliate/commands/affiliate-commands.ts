import type { PluginContext } from '../../../index.js';
import type { Row } from '../../../operations.js';
import { listCommand } from '../../../resource.js';
import { type Affiliate, nameOf } from '../affiliates/affiliate.js';
import type { AffiliateList } from '../affiliates/affiliate-list.js';
import type { Affiliates } from '../affiliates/affiliates.js';
import { AFFILIATE_STATUSES, type AffiliateStatus } from '../affiliates/statuses.js';
import type { ProgramStatistics } from '../statistics/statistics.js';
import { forEach, idOf } from './for-each.js';

export interface AffiliateCommandParts {
  readonly affiliates: Affiliates;
  readonly affiliateList: AffiliateList;
  readonly statistics: Pick<ProgramStatistics, 'ofAffiliate'>;
}

const COLUMNS = ['id', 'code', 'status', 'name', 'email', 'registered'];
const MONTH_COLUMNS = ['month', 'clicks', 'unique_clicks', 'conversions', 'revenue', 'earnings'];
const TEXT_OPTIONS = [
  { flags: '--first-name <name>', description: 'first name' },
  { flags: '--last-name <name>', description: 'last name' },
  { flags: '--code <code>', description: 'code in links; default: generated from the name' },
  { flags: '--website <address>', description: 'their site' },
] as const;

/** Registers `mortise affiliate list`, `create`, `approve` and `stats`. */
export function registerAffiliateCommands(
  context: Pick<PluginContext, 'cli' | 'db' | 'site'>,
  { affiliates, affiliateList, statistics }: AffiliateCommandParts,
): void {
  const { cli } = context;
  cli.command('affiliate list', listCommand(affiliateList, context, { summary: 'List affiliates with their results' }));

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
    arguments: [{ name: 'ids', description: 'IDs of affiliates', variadic: true }],
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
      const byCode = /^\d+$/.test(who) ? null : await affiliates.byCode(who);
      const affiliate = byCode ?? (await affiliates.get(idOf(who)));
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
