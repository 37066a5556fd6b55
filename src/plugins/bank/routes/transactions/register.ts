import { type OwnedRest, respond } from '../../../../rest.js';
import type { Bank } from '../../bank.js';
import { TRANSACTION_ORDERS } from '../../transactions/listing.js';
import { transactionRecord } from '../../transactions/record.js';
import { ID_ARG, listBody, MANAGE, NAMESPACE, PAGE_ARGS } from '../arguments.js';
import { narrowedBy, TRANSACTION_FILTERS } from './filters.js';
import { TAGS, TRANSACTION, TRANSACTION_LIST } from './schemas.js';
import { registerTransactionSteps } from './steps.js';

/** Registers the routes for transactions and manual decisions about them. */
export function registerTransactionRoutes(
  rest: OwnedRest,
  { transactions, matching }: Pick<Bank, 'matching' | 'transactions'>,
): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/transactions',
    summary: 'List transactions',
    description: 'Latest booking first. Ties are ordered by ID.',
    operationId: 'listBankTransactions',
    tags: TAGS,
    permission: MANAGE,
    args: {
      ...PAGE_ARGS,
      ...TRANSACTION_FILTERS,
      orderby: { type: 'string', enum: TRANSACTION_ORDERS, default: 'booked_on' },
      order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
    },
    returns: TRANSACTION_LIST,
    async handler({ args }) {
      const { page, per_page: perPage, orderby: orderBy, order } = args;
      const { rows, total } = await transactions.list({ ...narrowedBy(args), page, perPage, orderBy, order });
      const matches = await transactions.matchesOf(rows.map(({ id }) => id));
      const data = rows.map((row) => transactionRecord(row, matches.get(row.id) ?? []));
      return respond(listBody(data, page, perPage, total), { pageInfo: { page, perPage, total } });
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/transactions/{id}',
    summary: 'Show a transaction',
    operationId: 'getBankTransaction',
    tags: TAGS,
    permission: MANAGE,
    args: { id: ID_ARG },
    returns: TRANSACTION,
    async handler({ args: { id } }) {
      const transaction = await transactions.get(id);
      return transactionRecord(transaction, (await transactions.matchesOf([id])).get(id) ?? []);
    },
  });

  registerTransactionSteps(rest, { transactions, matching });
}
