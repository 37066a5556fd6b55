import { Readable } from 'node:stream';
import { type OwnedRest, respond } from '../../../rest.js';
import { transactionCsv } from '../exports/transaction-csv.js';
import type { Transactions } from '../transactions/transactions.js';
import { MANAGE, NAMESPACE } from './arguments.js';
import { narrowedBy, TRANSACTION_FILTERS } from './transactions/filters.js';
import { TAGS } from './transactions/schemas.js';

/** Registers the CSV export. It is streamed page by page, so memory use does not depend on its size. */
export function registerExportRoute(rest: OwnedRest, transactions: Transactions): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/export.csv',
    summary: 'Export transactions as CSV',
    description: 'In the order of import. Accepts the filters of the list.',
    operationId: 'exportBankTransactions',
    tags: TAGS,
    permission: MANAGE,
    args: TRANSACTION_FILTERS,
    returns: { type: 'string', format: 'binary', description: 'CSV (RFC 4180) in UTF-8.' },
    handler: ({ args }) =>
      respond(Readable.from(transactionCsv(transactions, narrowedBy(args))), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="transactions.csv"',
          'Cache-Control': 'private, no-store',
        },
      }),
  });
}
