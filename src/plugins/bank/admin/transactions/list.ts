import type { PluginContext } from '../../../../index.js';
import { isCurrency, parseAmount } from '../../../../money.js';
import { csvLines, type FilterContext } from '../../../../resource.js';
import type { Bank } from '../../bank.js';
import { dayText } from '../../labels.js';
import { actionsOn } from '../../transactions/states.js';
import { transactionList } from '../../transactions/transaction-list.js';
import { type BankArea, TRANSACTIONS_PATH, transactionPath } from '../paths.js';
import { accountText, badgesOf, nameOf, saidOf, signedAmount } from './labels.js';

type Parts = Pick<Bank, 'matching' | 'transactions'>;

/** Currency for parsing amounts if none is selected: any with two decimals. */
const TWO_DECIMALS = 'EUR';

/** Registers the list of transactions and its CSV export. */
export function registerTransactionList(
  area: BankArea,
  db: PluginContext['db'],
  { matching, transactions }: Parts,
): void {
  /** Reads an amount in the selected currency or that of the selected account. */
  async function readAmount(text: string, { sent, invalid }: FilterContext): Promise<number> {
    const account = (await transactions.accounts()).find(({ id }) => String(id) === sent.account_id);
    const currency = String(sent.currency ?? account?.currency).toUpperCase();
    const minor = parseAmount(text, isCurrency(currency) ? currency : TWO_DECIMALS);
    if (minor !== null) return minor;
    throw invalid(`"${text}" is not an amount.`, 'admin.no-such-amount');
  }

  const bulkAction = (name: 'ignore' | 'unmatch') => ({
    label: `transactions.${name}`,
    done: `transactions.bulk-${name}`,
    start:
      ({ user }: { readonly user: { readonly id: number } }) =>
      async (id: number): Promise<true> => {
        await matching[name](id, user.id);
        return true;
      },
  });

  area.list(transactionList, {
    path: TRANSACTIONS_PATH,
    title: 'admin.transactions',
    lead: 'transactions.lead',
    columns: {
      booked_on: ({ id, bookedOn }, { request, texts }) => ({
        text: dayText(bookedOn, texts.locale),
        link: request.link(transactionPath(id)),
        note: texts.text('transactions.number', { id: String(id) }),
      }),
      counterparty: (transaction, { texts }) => nameOf(transaction, texts),
      symbol: (transaction, { texts }) => saidOf(transaction, texts),
      status: (transaction, { texts }) => ({ text: '', badges: badgesOf(transaction, texts) }),
      amount: (transaction, { texts }) => signedAmount(transaction, texts.locale),
    },
    row(transaction, { texts }) {
      const { id, status, bookingStatus } = transaction;
      const number = texts.text('transactions.number', { id: String(id) });
      return {
        id,
        label: `${number}, ${signedAmount(transaction, texts.locale)}`,
        selectable: actionsOn(status).length > 0 && bookingStatus === 'booked',
      };
    },
    empty: 'transactions.none',
    inputs: {
      account_id: {
        name: 'account',
        options: async () =>
          (await transactions.accounts()).map((account) => ({
            value: String(account.id),
            label: accountText(account),
          })),
      },
      run_id: { name: 'run' },
      source_id: { name: 'source' },
      amount_min: { name: 'min', read: readAmount },
      amount_max: { name: 'max', read: readAmount },
    },
    bulk: {
      actions: { ignore: bulkAction('ignore'), unmatch: bulkAction('unmatch') },
      // Each of them would wait for the lock in vain during a run.
      endsAt: ({ code }) => code === 'vendor_bank_locked',
    },
    file: {
      name: 'transactions',
      label: 'transactions.csv',
      lines: (values) => csvLines(transactionList, db, { ...values, orderBy: 'id', order: 'asc' }),
    },
  });
}
