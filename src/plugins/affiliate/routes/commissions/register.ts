import type { PluginContext } from '../../../../index.js';
import { listRoute } from '../../../../resource.js';
import type { RestRequest } from '../../../../rest.js';
import type { Members } from '../../access/members.js';
import { notYours } from '../../affiliates/errors.js';
import { AS_AFFILIATE, commissionList } from '../../commissions/commission.js';
import type { Ledger } from '../../ledger.js';
import { ID_ARG, NAMESPACE } from '../arguments.js';
import { TAGS } from './schemas.js';
import { registerCommissionSteps } from './steps.js';

export interface CommissionRouteParts {
  readonly ledger: Ledger;
  readonly members: Members;
}

/** Registers the ledger routes: affiliates read their own rows, administrators change all. */
export function registerCommissionRoutes(
  context: Pick<PluginContext, 'db' | 'rest' | 'site'>,
  { ledger, members }: CommissionRouteParts,
): void {
  const { rest } = context;
  const { commissions } = ledger;

  async function ownId(request: Pick<RestRequest, 'can' | 'user'>): Promise<number> {
    const own = await members.affiliateOf(request);
    if (!own) throw notYours();
    return own.id;
  }

  rest.route(
    NAMESPACE,
    listRoute(commissionList, context, {
      path: '/commissions',
      summary: 'List commissions',
      description: 'Administrators see all commissions, active affiliates their own. Ties are ordered by ID.',
      operationId: 'listAffiliateCommissions',
      tags: TAGS,
      permission: members.isMember,
      envelope: true,
      async narrow(request, values) {
        if (await members.isAdministrator(request)) return values;
        const own = await ownId(request);
        if (values.affiliate_id !== undefined && values.affiliate_id !== own) throw notYours();
        return { ...values, affiliate_id: own };
      },
    }),
  );

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
    returns: commissionList.schema,
    async handler(request) {
      const { id } = request.args;
      if (await members.isAdministrator(request)) return commissionList.record(await commissions.get(id));
      const own = await ownId(request);
      const commission = await commissions.find(id);
      if (commission?.affiliateId !== own) throw notYours();
      return commissionList.record(commission, AS_AFFILIATE);
    },
  });

  registerCommissionSteps(rest, ledger);
}
