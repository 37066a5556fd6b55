import type { OwnedRest } from '../../../../rest.js';
import type { Bank } from '../../bank.js';
import { MAX_ORDERS } from '../../matching/by-hand.js';
import type { Transaction } from '../../transactions/transaction.js';
import { transactionList, transactionRecord } from '../../transactions/transaction-list.js';
import { AMOUNT_TYPES, amountOf, ID_ARG, MANAGE, NAMESPACE } from '../arguments.js';

const TAGS = ['Transactions'];
const ORDER_ARG = {
  type: 'object',
  properties: {
    order_id: {
      type: ['string', 'integer'],
      minLength: 1,
      maxLength: 64,
      required: true,
      description: 'ID in the shop; of a receivable, its ID.',
    },
    amount: {
      type: AMOUNT_TYPES,
      description:
        "Major units of the transaction's currency. Default: the remaining amount of the order or of the transaction, whichever is less.",
    },
  },
  additionalProperties: false,
} as const;

/** Registers the routes for manual decisions about single transactions. */
export function registerTransactionSteps(
  rest: OwnedRest,
  { transactions, matching }: Pick<Bank, 'matching' | 'transactions'>,
): void {
  const recordOf = async (transaction: Transaction): Promise<object> => {
    const { id } = transaction;
    return transactionRecord(transaction, (await transactions.matchesOf([id])).get(id) ?? []);
  };

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/transactions/{id}/match',
    summary: 'Match a transaction with orders',
    description:
      'Also matches the remainder of an overpayment. Fails with 409 if the transaction is fully assigned: unmatch it first. Fails with 422 for orders in another currency.',
    operationId: 'matchBankTransaction',
    tags: TAGS,
    permission: MANAGE,
    strictBody: true,
    args: {
      id: ID_ARG,
      orders: { type: 'array', items: ORDER_ARG, minItems: 1, maxItems: MAX_ORDERS, required: true },
    },
    returns: transactionList.schema,
    async handler({ args: { id, orders }, user }) {
      const { currency } = await transactions.get(id);
      const requested = orders.map(({ order_id, amount }) => ({
        orderId: String(order_id),
        amount: amount === undefined ? undefined : amountOf('orders', amount, currency),
      }));
      return recordOf(await matching.match(id, requested, user.id));
    },
  });

  function step(verb: 'ignore' | 'unmatch', summary: string, description: string): void {
    rest.route(NAMESPACE, {
      method: 'POST',
      path: `/transactions/{id}/${verb}`,
      summary,
      description,
      operationId: `${verb}BankTransaction`,
      tags: TAGS,
      permission: MANAGE,
      args: { id: ID_ARG },
      returns: transactionList.schema,
      handler: async ({ args: { id }, user }) => recordOf(await matching[verb](id, user.id)),
    });
  }
  step(
    'unmatch',
    'Unmatch a transaction, or stop ignoring it',
    'Restores its orders. Rules no longer match it. Idempotent.',
  );
  step('ignore', 'Ignore a transaction', 'Undo with `unmatch`. Idempotent.');
}
