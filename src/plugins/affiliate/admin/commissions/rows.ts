import type { AdminRequest, ListColumn, ListRow } from '../../../../admin.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { Affiliates } from '../../affiliates/affiliates.js';
import type { Commission } from '../../commissions/commission.js';
import { commissionPath } from '../paths.js';
import { badgesOf, peopleOf, personCell } from './labels.js';

export function commissionColumns({ text }: Strings, { isSortable = false } = {}): ListColumn[] {
  const sortable = isSortable;
  return [
    { name: 'created_at', label: text('commissions.commission'), sortable },
    { name: 'affiliate_id', label: text('commissions.affiliate'), sortable },
    { name: 'type', label: text('commissions.type') },
    { name: 'status', label: text('commissions.status'), sortable },
    { name: 'base', label: text('commissions.base'), numeric: true },
    { name: 'amount', label: text('commissions.amount'), numeric: true, sortable },
  ];
}

/** Builds the table rows of commissions. */
export async function commissionRows(
  affiliates: Pick<Affiliates, 'find'>,
  rows: readonly Commission[],
  request: AdminRequest,
  texts: Strings,
): Promise<ListRow[]> {
  const { text, dateTime, locale } = texts;
  const people = await peopleOf(affiliates, rows);
  return rows.map((row) => {
    const { id, currency, createdAt, baseAmount, amount } = row;
    const person = personCell(people.get(row.affiliateId), request, texts);
    const name = text('commissions.number', { id: String(id) });
    return {
      id,
      label: `${name}, ${person.text}`,
      cells: {
        created_at: { text: name, link: request.link(commissionPath(id)), note: dateTime(createdAt) },
        affiliate_id: person,
        type: text(`commission.type-${row.type}`),
        status: { text: '', badges: badgesOf(row, texts) },
        base: row.type === 'refund' ? '–' : moneyText(baseAmount, currency, locale),
        amount: moneyText(amount, currency, locale),
      },
    };
  });
}
