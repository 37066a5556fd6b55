import type { Calendar } from '../../../../calendar.js';
import type { PluginContext } from '../../../../index.js';
import { type RestRequest, respond } from '../../../../rest.js';
import type { Members } from '../../access/members.js';
import { notYours } from '../../affiliates/errors.js';
import { commissionRecord } from '../../commissions/commission.js';
import { COMMISSION_ORDERS } from '../../commissions/listing.js';
import type { Ledger } from '../../ledger.js';
import { ID_ARG, listBody, NAMESPACE, PAGE_ARGS } from '../arguments.js';
import { COMMISSION_FILTERS, narrowedBy } from './filters.js';
import { COMMISSION, COMMISSION_LIST, TAGS } from './schemas.js';
import { registerCommissionSteps } from './steps.js';

export interface CommissionRouteParts {
  readonly ledger: Ledger;
  readonly members: Members;
  /** Calendar that `from` and `to` are read in. */
  readonly calendar: Calendar;
}

/** Registers the ledger routes: affiliates read their own rows, administrators change all. */
export function registerCommissionRoutes(
  { rest }: Pick<PluginContext, 'rest'>,
  { ledger, calendar, members }: CommissionRouteParts,
): void {
  const { commissions } = ledger;

  async function ownId(request: Pick<RestRequest, 'can' | 'user'>): Promise<number> {
    const own = await members.affiliateOf(request);
    if (!own) throw notYours();
    return own.id;
  }

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/commissions',
    summary: 'List commissions',
    description: 'Administrators see all commissions, active affiliates their own. Ties are ordered by ID.',
    operationId: 'listAffiliateCommissions',
    tags: TAGS,
    args: {
      ...PAGE_ARGS,
      ...COMMISSION_FILTERS,
      reference: { type: 'string', minLength: 1, maxLength: 191 },
      orderby: { type: 'string', enum: COMMISSION_ORDERS, default: 'created_at' },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    },
    permission: members.isMember,
    returns: COMMISSION_LIST,
    async handler(request) {
      const { args } = request;
      const isAdmin = await members.isAdministrator(request);
      const own = isAdmin ? args.affiliate_id : await ownId(request);
      if (args.affiliate_id !== undefined && args.affiliate_id !== own) throw notYours();
      const { rows, total } = await commissions.list({
        ...narrowedBy({ ...args, affiliate_id: own }, calendar),
        page: args.page,
        perPage: args.per_page,
        reference: args.reference,
        orderBy: args.orderby,
        order: args.order,
      });
      const viewer = isAdmin ? 'admin' : 'owner';
      const data = rows.map((row) => commissionRecord(row, viewer));
      return respond(listBody(data, args.page, args.per_page, total), {
        pageInfo: { page: args.page, perPage: args.per_page, total },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/commissions/{id}',
    summary: 'Show a commission',
    description:
      'Affiliates can only read their own commissions. Other IDs fail the same way, whether or not they exist.',
    operationId: 'getAffiliateCommission',
    tags: TAGS,
    args: { id: ID_ARG },
    permission: members.isMember,
    returns: COMMISSION,
    async handler(request) {
      const { id } = request.args;
      if (await members.isAdministrator(request)) return commissionRecord(await commissions.get(id));
      const own = await ownId(request);
      const commission = await commissions.find(id);
      if (commission?.affiliateId !== own) throw notYours();
      return commissionRecord(commission, 'owner');
    },
  });

  registerCommissionSteps(rest, ledger);
}
