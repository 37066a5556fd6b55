import type { PluginContext } from '../../../../index.js';
import { respond } from '../../../../rest.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import { argumentsOf, WRITABLE_FIELDS } from '../../affiliates/fields.js';
import { AFFILIATE_ORDERS } from '../../affiliates/listing.js';
import { AFFILIATE_STATUSES } from '../../affiliates/statuses.js';
import type { TotalsOf } from '../../affiliates/totals.js';
import { ADMIN, ID_ARG, listBody, NAMESPACE, PAGE_ARGS } from '../arguments.js';
import { createRights } from './rights.js';
import { AFFILIATE, AFFILIATE_LIST, CHANGED_AFFILIATE } from './schemas.js';
import { matchedVersion, tagOf } from './tags.js';
import { affiliateView } from './views.js';

export interface AffiliateRouteParts {
  readonly affiliates: Affiliates;
  readonly totalsOf: TotalsOf;
}

const TAGS = ['Affiliates'];
const LONGEST_SEARCH = 100;

/** Registers the routes of affiliates, for administrators and the affiliates themselves. */
export function registerAffiliateRoutes(
  { rest }: Pick<PluginContext, 'rest'>,
  { affiliates, totalsOf }: AffiliateRouteParts,
): void {
  const rights = createRights(affiliates);

  async function views(rows: readonly Affiliate[], isAdmin: boolean) {
    const totals = await totalsOf(rows.map(({ id }) => id));
    return rows.map((row) => affiliateView(row, { details: affiliates.details, isAdmin, totals: totals.get(row.id) }));
  }
  const view = async (row: Affiliate, isAdmin: boolean) => (await views([row], isAdmin))[0];
  async function tagged(row: Affiliate, isAdmin: boolean) {
    const data = { ...(await view(row, isAdmin)), pending_email: await affiliates.pendingEmail(row.id) };
    return respond(data, { headers: { ETag: tagOf(row, data) } });
  }

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/affiliates',
    summary: 'List affiliates',
    operationId: 'listAffiliates',
    tags: TAGS,
    permission: ADMIN,
    args: {
      ...PAGE_ARGS,
      search: {
        type: 'string',
        minLength: 1,
        maxLength: LONGEST_SEARCH,
        description: 'Beginning of a code, or part of a name, email address or website.',
      },
      status: { type: 'string', enum: AFFILIATE_STATUSES },
      orderby: { type: 'string', enum: AFFILIATE_ORDERS, default: 'id', description: 'Ties are ordered by ID.' },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    },
    returns: AFFILIATE_LIST,
    async handler({ args: { page, per_page: perPage, search, status, orderby: orderBy, order } }) {
      const found = await affiliates.list({ page, perPage, search, status, orderBy, order });
      const data = await views(found.rows, true);
      return respond(listBody(data, page, perPage, found.total), { pageInfo: { page, perPage, total: found.total } });
    },
  });

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
      const { id, version, status, ...changes } = request.args;
      const own = await rights.assertOwn(request, id);
      await rights.assertFields(request, own === null);
      const matched = matchedVersion(request, own ?? (await affiliates.get(id)));
      const options = { isOwn: own !== null, version: version ?? matched, status };
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
