import { type AdminRequest, type ListTableData, listQuery, listTable } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import { wordText } from '../../labels.js';
import type { FindOrders } from '../../matching/find-orders.js';
import type { Match } from '../../transactions/match.js';
import { receivablePath } from '../paths.js';
import { scoreText } from './facts.js';

/** Lists the orders that a transaction pays, with the rule or user. */
export async function matchTable(
  matches: readonly Match[],
  { orders, users }: { readonly orders: FindOrders } & Pick<PluginContext, 'users'>,
  request: AdminRequest,
  texts: Strings,
): Promise<ListTableData> {
  const { text, locale, dateTime } = texts;
  const [payments, areLinked] = await Promise.all([
    orders.byIds(matches.map(({ orderId }) => orderId)),
    orders.areReceivables(),
  ]);
  const names = await namesOf(users, matches);
  return listTable(request, listQuery(request, { prefix: 'match_' }), {
    caption: text('transactions.pays'),
    columns: [
      { name: 'order', label: text('transactions.order') },
      { name: 'by', label: text('transactions.matched-by') },
      { name: 'amount', label: text('transactions.amount'), numeric: true },
    ],
    rows: matches.map(({ orderId, amount, currency, rule, score, by, at }) => {
      const order = payments.get(orderId);
      const label = order?.reference ?? orderId;
      const who =
        by === null
          ? `${wordText('rule', rule, texts)}, ${scoreText(score, texts)}`
          : (names.get(by) ?? text('transactions.somebody'));
      return {
        id: orderId,
        label,
        cells: {
          order: {
            text: label,
            ...(order && { note: order.customer }),
            ...(areLinked && order && { link: request.link(receivablePath(orderId)) }),
          },
          by: { text: who, note: dateTime(at) },
          amount: moneyText(amount, currency, locale),
        },
      };
    }),
    total: matches.length,
    empty: { text: '' },
  });
}

/** Returns the names of existing users by ID. */
async function namesOf(users: PluginContext['users'], matches: readonly Match[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(matches.flatMap(({ by }) => by ?? []))];
  const found = await Promise.all(ids.map((id) => users.get(id)));
  return new Map(found.flatMap((user) => (user ? [[user.id, user.name || user.login] as const] : [])));
}
