import type { PluginContext } from '../../../../index.js';
import { exportRoute, listRoute } from '../../../../resource.js';
import type { Bank } from '../../bank.js';
import { transactionList, transactionRecord } from '../../transactions/transaction-list.js';
import { ID_ARG, MANAGE, NAMESPACE } from '../arguments.js';
import { registerTransactionSteps } from './steps.js';

const common = { tags: ['Transactions'], permission: MANAGE } as const;

/** Registers the routes for transactions and manual decisions about them. */
export function registerTransactionRoutes(
  context: Pick<PluginContext, 'db' | 'rest' | 'site'>,
  { transactions, matching }: Pick<Bank, 'matching' | 'transactions'>,
): void {
  const { rest } = context;

  rest.route(
    NAMESPACE,
    listRoute(transactionList, context, {
      ...common,
      path: '/transactions',
      summary: 'List transactions',
      description: 'Latest booking first. Ties are ordered by ID.',
      operationId: 'listBankTransactions',
      envelope: true,
    }),
  );

  rest.route(NAMESPACE, {
    ...common,
    method: 'GET',
    path: '/transactions/{id}',
    summary: 'Show a transaction',
    operationId: 'getBankTransaction',
    args: { id: ID_ARG },
    returns: transactionList.schema,
    async handler({ args: { id } }) {
      const transaction = await transactions.get(id);
      return transactionRecord(transaction, (await transactions.matchesOf([id])).get(id) ?? []);
    },
  });

  registerTransactionSteps(rest, { transactions, matching });
}

/** Registers the CSV export of the list. */
export function registerTransactionExport(context: Pick<PluginContext, 'db' | 'rest' | 'site'>): void {
  context.rest.route(
    NAMESPACE,
    exportRoute(transactionList, context, {
      ...common,
      path: '/export.csv',
      name: 'transactions',
      orderBy: 'id',
      summary: 'Export transactions as CSV',
      description: 'In the order of import. Accepts the filters of the list.',
      operationId: 'exportBankTransactions',
    }),
  );
}
