import type { AdminRequest, ListColumn, ListRow } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { dayText } from '../../labels.js';
import { actionsOn } from '../../transactions/states.js';
import type { Transaction } from '../../transactions/transaction.js';
import { transactionPath } from '../paths.js';
import { badgesOf, nameOf, saidOf, signedAmount } from './labels.js';

export function transactionColumns({ text }: Strings, { isSortable = false } = {}): ListColumn[] {
  const sortable = isSortable;
  return [
    { name: 'booked_on', label: text('transactions.booked'), sortable },
    { name: 'counterparty', label: text('transactions.counterparty') },
    { name: 'said', label: text('transactions.said') },
    { name: 'status', label: text('transactions.status'), sortable },
    { name: 'amount', label: text('transactions.amount'), numeric: true, sortable },
  ];
}

/** Builds list rows of transactions. */
export function transactionRows(rows: readonly Transaction[], request: AdminRequest, texts: Strings): ListRow[] {
  return rows.map((transaction) => {
    const { id, bookedOn, status } = transaction;
    const amount = signedAmount(transaction, texts.locale);
    const day = dayText(bookedOn, texts.locale);
    const number = texts.text('transactions.number', { id: String(id) });
    return {
      id,
      label: `${number}, ${amount}`,
      selectable: actionsOn(status).length > 0 && transaction.bookingStatus === 'booked',
      cells: {
        booked_on: { text: day, link: request.link(transactionPath(id)), note: number },
        counterparty: nameOf(transaction, texts),
        said: saidOf(transaction, texts),
        status: { text: '', badges: badgesOf(transaction, texts) },
        amount,
      },
    };
  });
}
