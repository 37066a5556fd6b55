import { Readable } from 'node:stream';
import type { PluginContext } from '../../../index.js';
import { exportRoute } from '../../../resource.js';
import { type RestResponse, respond } from '../../../rest.js';
import { AFFILIATE_STATUSES } from '../affiliates/statuses.js';
import { commissionList } from '../commissions/commission.js';
import type { Exports } from '../exports/exports.js';
import { ADMIN, ID_ARG, NAMESPACE } from './arguments.js';

const CSV = { type: 'string', format: 'binary', description: 'CSV (RFC 4180) in UTF-8.' } as const;

/** Registers the CSV exports. They are streamed page by page, so no response is held in memory. */
export function registerExportRoutes(
  context: Pick<PluginContext, 'db' | 'rest' | 'site'>,
  { exports }: { readonly exports: Exports },
): void {
  const { rest } = context;
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/affiliates/export.csv',
    summary: 'Export affiliates as CSV',
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

  rest.route(
    NAMESPACE,
    exportRoute(commissionList, context, {
      path: '/commissions/export.csv',
      name: 'commissions',
      summary: 'Export commissions as CSV',
      operationId: 'exportAffiliateCommissions',
      tags: ['Commissions'],
      permission: ADMIN,
      lines: exports.commissions,
    }),
  );

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/payouts/{id}/export.csv',
    summary: 'Export the payments of a payout as CSV',
    operationId: 'exportAffiliatePayout',
    tags: ['Affiliate program: payouts'],
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
