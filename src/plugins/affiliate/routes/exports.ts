import type { PluginContext } from '../../../index.js';
import { exportRoute } from '../../../resource.js';
import { type RestResponse, respond } from '../../../rest.js';
import type { AffiliateList } from '../affiliates/affiliate-list.js';
import { commissionList } from '../commissions/commission.js';
import type { Exports } from '../exports/exports.js';
import { ADMIN, ID_ARG, NAMESPACE } from './arguments.js';

/** Registers the CSV exports. They are streamed page by page, so no response is held in memory. */
export function registerExportRoutes(
  context: Pick<PluginContext, 'db' | 'rest' | 'site'>,
  { exports, affiliateList }: { readonly exports: Exports; readonly affiliateList: AffiliateList },
): void {
  const { rest } = context;
  rest.route(
    NAMESPACE,
    exportRoute(affiliateList, context, {
      path: '/affiliates/export.csv',
      name: 'affiliates',
      summary: 'Export affiliates as CSV',
      operationId: 'exportAffiliates',
      tags: ['Affiliates'],
      permission: ADMIN,
      lines: exports.affiliates,
    }),
  );

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

function csv(name: string, data: string): RestResponse {
  return respond(data, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
