import { Readable } from 'node:stream';
import { type Calendar, type OwnedRest, type RestResponse, respond } from '../../../index.js';
import { AFFILIATE_STATUSES } from '../affiliates/statuses.js';
import { COMMISSION_STATUSES, COMMISSION_TYPES } from '../commissions/commission.js';
import type { Exports } from '../exports/exports.js';
import { ADMIN, boundOf, DAY_OR_MOMENT_ARG, ID_ARG, NAMESPACE } from './arguments.js';

const CSV = { type: 'string', format: 'binary', description: 'CSV (RFC 4180) in UTF-8.' } as const;

/** Files of all that a list has, sent page by page: as long as the ledger is, no answer is held in memory. */
export function registerExportRoutes(
  rest: OwnedRest,
  { exports, calendar }: { readonly exports: Exports; readonly calendar: Calendar },
): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/affiliates/export.csv',
    summary: 'Get affiliates as CSV',
    operationId: 'exportAffiliates',
    tags: ['Affiliates'],
    permission: ADMIN,
    args: {
      search: { type: 'string', minLength: 1, maxLength: 100, description: 'As in the list.' },
      status: { type: 'string', enum: AFFILIATE_STATUSES },
    },
    returns: CSV,
    handler: ({ args: { search, status } }) => csv('affiliates', Readable.from(exports.affiliates({ search, status }))),
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/commissions/export.csv',
    summary: 'Get commissions as CSV',
    operationId: 'exportAffiliateCommissions',
    tags: ['Commissions'],
    permission: ADMIN,
    args: {
      status: { type: 'string', enum: COMMISSION_STATUSES },
      type: { type: 'string', enum: COMMISSION_TYPES },
      affiliate_id: ID_ARG,
      payout_id: ID_ARG,
      from: { ...DAY_OR_MOMENT_ARG, description: `Created then or later. ${DAY_OR_MOMENT_ARG.description}` },
      to: { ...DAY_OR_MOMENT_ARG, description: `Created then or before. ${DAY_OR_MOMENT_ARG.description}` },
    },
    returns: CSV,
    handler({ args: { status, type, affiliate_id: affiliateId, payout_id: payoutId, from, to } }) {
      const query = {
        ...{ status, type, affiliateId, payoutId },
        from: from === undefined ? undefined : boundOf('from', from, calendar),
        before: to === undefined ? undefined : boundOf('to', to, calendar, true),
      };
      return csv('commissions', Readable.from(exports.commissions(query)));
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/payouts/{id}/export.csv',
    summary: 'Get the payments of a payout as CSV',
    operationId: 'exportAffiliatePayout',
    tags: ['Affiliate programme: payouts'],
    permission: ADMIN,
    args: { id: ID_ARG },
    returns: { type: 'string' },
    handler: async ({ args: { id } }) => csv(`payout-${id}`, await exports.payout(id)),
  });
}

function csv(name: string, data: Readable | string): RestResponse {
  return respond(data, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
