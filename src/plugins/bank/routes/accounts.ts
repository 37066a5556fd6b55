import { listSchema, type OwnedRest } from '../../../rest.js';
import type { BankAccount } from '../transactions/accounts.js';
import type { Transactions } from '../transactions/transactions.js';
import { MANAGE, NAMESPACE, PAGE_ARGS, pageOf } from './arguments.js';

const text = { type: 'string', required: true } as const;

const ACCOUNT = {
  type: 'object',
  title: 'BankAccount',
  description: 'Empty strings are unknown.',
  properties: {
    id: { type: 'integer', description: '`account_id` of its transactions.', required: true },
    iban: text,
    number: text,
    bank_code: text,
    name: text,
    currency: text,
  },
} as const;

/** Registers the route that lists the site's bank accounts. */
export function registerAccountRoutes(rest: OwnedRest, transactions: Pick<Transactions, 'accounts'>): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/accounts',
    summary: 'List accounts of imported statements',
    description: 'In the order of their first import.',
    operationId: 'listBankAccounts',
    tags: ['Transactions'],
    permission: MANAGE,
    args: PAGE_ARGS,
    returns: listSchema(ACCOUNT),
    async handler({ args }) {
      return pageOf((await transactions.accounts()).map(accountView), args);
    },
  });
}

function accountView({ id, iban, number, bankCode, name, currency }: BankAccount) {
  return { id, iban, number, bank_code: bankCode, name, currency };
}
