import type { PluginContext } from '../../../../index.js';
import { listRoute } from '../../../../resource.js';
import { respond } from '../../../../rest.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import type { AffiliateList } from '../../affiliates/affiliate-list.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import { argumentsOf, WRITABLE_FIELDS } from '../../affiliates/fields.js';
import { AFFILIATE_STATUSES } from '../../affiliates/statuses.js';
import type { TotalsOf } from '../../affiliates/totals.js';
import { ADMIN, ID_ARG, NAMESPACE } from '../arguments.js';
import { createRights } from './rights.js';
import { AFFILIATE, CHANGED_AFFILIATE } from './schemas.js';
import { affiliateView, matchedVersion, tagOf } from './views.js';

export interface AffiliateRouteParts {
  readonly affiliates: Affiliates;
  readonly affiliateList: AffiliateList;
  readonly totalsOf: TotalsOf;
}

const TAGS = ['Affiliates'];

/** Registers the routes of affiliates, for administrators and the affiliates themselves. */
export function registerAffiliateRoutes(
  context: Pick<PluginContext, 'db' | 'rest' | 'site'>,
  { affiliates, affiliateList, totalsOf }: AffiliateRouteParts,
): void {
  const { rest } = context;
  const rights = createRights(affiliates);

  async function view(row: Affiliate, isAdmin: boolean) {
    const totals = (await totalsOf([row.id])).get(row.id);
    return affiliateView(row, { details: affiliates.details, isAdmin, totals });
  }
  async function tagged(row: Affiliate, isAdmin: boolean) {
    const data = { ...(await view(row, isAdmin)), pending_email: await affiliates.pendingEmail(row.id) };
    return respond(data, { headers: { ETag: tagOf(row, data) } });
  }

  rest.route(
    NAMESPACE,
    listRoute(affiliateList, context, {
      path: '/affiliates',
      summary: 'List affiliates',
      description: 'Ties are ordered by ID.',
      operationId: 'listAffiliates',
      tags: TAGS,
      permission: ADMIN,
      envelope: 'AffiliateList',
      record: {
        schema: AFFILIATE,
        of: (items) =>
          items.map((item) => affiliateView(item, { details: affiliates.details, isAdmin: true, totals: item.totals })),
      },
    }),
  );

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/affiliates',
    summary: 'Add an affiliate',
    description:
      'An active affiliate without `user_id` gets the account that has verified the email address, or a new one. Without `email_verified`, the address must be verified with a mailed link.',
    operationId: 'createAffiliate',
    tags: TAGS,
    permission: ADMIN,
    strictBody: true,
    idempotency: 'accepted',
    args: {
      ...argumentsOf(WRITABLE_FIELDS),
      email: { type: 'string', format: 'email', maxLength: 190, required: true },
      status: { type: 'string', enum: AFFILIATE_STATUSES, default: 'active' },
    },
    successStatus: 201,
    returns: AFFILIATE,
    async handler({ args }) {
      return respond(await view(await affiliates.create(args), true), { status: 201 });
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/affiliates/{id}',
    summary: 'Read an affiliate',
    description: 'Affiliates can only read their own record. Other IDs fail the same way, whether or not they exist.',
    operationId: 'getAffiliate',
    tags: TAGS,
    permission: rights.isSomebody,
    args: { id: ID_ARG },
    returns: AFFILIATE,
    async handler(request) {
      const own = await rights.assertOwn(request, request.args.id);
      return tagged(own ?? (await affiliates.get(request.args.id)), own === null);
    },
  });

  rest.route(NAMESPACE, {
    method: 'PUT',
    path: '/affiliates/{id}',
    summary: 'Update an affiliate',
    description:
      'Absent fields stay unchanged. `If-Match` or `version` contains the version that the change is based on. Affiliates can change only their profile; any other field rejects the whole change. Their own new `email` is pending until the mailed link is opened. Payouts wait for three days after an affiliate changes payout details.',
    operationId: 'updateAffiliate',
    tags: TAGS,
    permission: rights.isSomebody,
    args: {
      id: ID_ARG,
      ...argumentsOf(WRITABLE_FIELDS),
      version: {
        type: 'integer',
        minimum: 1,
        description: 'Version that the change is based on.',
      },
    },
    returns: AFFILIATE,
    async handler(request) {
      const { id, version } = request.args;
      const own = await rights.assertOwn(request, id);
      const before = own ?? (await affiliates.get(id));
      const { status, ...changes } = await rights.changesOf(request, await view(before, own === null), own === null);
      const options = { isOwn: own !== null, version: version ?? matchedVersion(request, before), status };
      return tagged(await affiliates.update(id, changes, options), own === null);
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/affiliates/{id}/status',
    summary: 'Approve, reject or suspend an affiliate',
    operationId: 'setAffiliateStatus',
    tags: TAGS,
    permission: ADMIN,
    strictBody: true,
    args: { id: ID_ARG, status: { type: 'string', enum: AFFILIATE_STATUSES, required: true } },
    returns: CHANGED_AFFILIATE,
    async handler({ args: { id, status } }) {
      const { affiliate, changed } = await affiliates.setStatus(id, status);
      return { ...(await view(affiliate, true)), changed };
    },
  });
}
