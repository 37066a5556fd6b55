import { type Database, utc } from '../../../database.js';
import { isOpen, leftOf, type Order, type OrderPayment, withoutPayment, withPayment } from './order.js';
import type { Amount, OrderProvider } from './order-provider.js';
import { type Receivable, type ReceivableRow, toReceivable } from './receivable.js';

/** Maximum orders of the same amount offered as candidates. */
const MAX_PER_AMOUNT = 5;
/** Servers compare each row with each branch of a `case`. */
const ROWS_PER_CASE = 100;

export interface ReceivableProviderParts {
  readonly db: Database;
  readonly now: () => Date;
}

/** Creates the order provider on the table `bank_receivables`. */
export function createReceivableProvider({ db, now }: ReceivableProviderParts): OrderProvider {
  const receivables = () => db.query.selectFrom('bank_receivables').selectAll();

  const byIds = (ids: readonly string[]) => {
    const numbers = ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
    return numbers.length === 0 ? null : receivables().where('id', 'in', numbers).orderBy('id');
  };

  async function lock(ids: readonly string[]): Promise<Receivable[]> {
    const rows = await byIds(ids)?.forUpdate().execute();
    return (rows ?? []).map(toReceivable);
  }

  async function change(payments: readonly OrderPayment[], step: typeof withPayment): Promise<void> {
    const orders = new Map(
      (await lock([...new Set(payments.map(({ orderId }) => orderId))])).map((one) => [one.id, one]),
    );
    for (const payment of payments) {
      const order = orders.get(payment.orderId);
      if (!order) throw new Error(`Receivable ${payment.orderId} was deleted, but still has a payment.`);
      orders.set(order.id, step(order, payment));
    }
    await writeAmounts([...orders.values()]);
  }

  /** Writes exact payments, by far the most frequent case, in one statement. */
  async function writeAmounts(orders: readonly Receivable[]): Promise<void> {
    const isExact = ({ status, amountDue, amountPaid }: Order): boolean =>
      status === 'paid' && amountPaid === amountDue;
    const exact = orders.filter(isExact);
    const updated_at = utc.encode(now());
    if (exact.length > 0) {
      await db.query
        .updateTable('bank_receivables')
        .set(({ ref }) => ({
          status: 'paid',
          amount_tolerated: 0,
          amount_left: 0,
          updated_at,
          amount_paid: ref('amount_due'),
        }))
        .where('id', 'in', exact.map(numberOf))
        .execute();
    }
    const others = orders.filter((order) => !isExact(order));
    for (let start = 0; start < others.length; start += ROWS_PER_CASE) {
      await writeEach(others.slice(start, start + ROWS_PER_CASE), updated_at);
    }
  }

  async function writeEach(orders: readonly Receivable[], updated_at: string): Promise<void> {
    await db.query
      .updateTable('bank_receivables')
      .set((eb) => {
        const each = <Value extends number | string>(value: (order: Receivable) => Value) => {
          const [first, ...rest] = orders.map((order) => [numberOf(order), value(order)] as const);
          let cases = eb
            .case('id')
            .when(first?.[0] ?? 0)
            .then<unknown>(first?.[1] ?? null);
          for (const [id, of] of rest) cases = cases.when(id).then<unknown>(of);
          return cases.end().$castTo<Value>();
        };
        return {
          amount_paid: each(({ amountPaid }) => amountPaid),
          amount_tolerated: each(({ amountTolerated }) => amountTolerated),
          amount_left: each(openAmountOf),
          status: each(({ status }) => status),
          updated_at,
        };
      })
      .where('id', 'in', orders.map(numberOf))
      .execute();
  }

  return {
    lock,
    async findByReferences(keys) {
      if (keys.length === 0) return [];
      const rows = await receivables().where('reference_key', 'in', keys).execute();
      const numbers = keys.filter((key) => /^\d+$/.test(key));
      if (numbers.length === 0) return rows.map(toReceivable);
      const knownIds = new Set(rows.map(({ id }) => id));
      const byDigits = await receivables().where('reference_digits', 'in', numbers).execute();
      return [...rows, ...byDigits.filter(({ id }) => !knownIds.has(id))].map(toReceivable);
    },
    applyPayment: (payments) => change(payments, withPayment),
    reversePayment: (payments) => change(payments, withoutPayment),
    async findByIds(ids) {
      const rows = await byIds(ids)?.execute();
      return (rows ?? []).map(toReceivable);
    },
    async findByPayers({ ibans, customers }) {
      const found = new Map<number, ReceivableRow>();
      for (const [column, values] of [['iban', ibans] as const, ['customer', customers] as const]) {
        if (values.length === 0) continue;
        const rows = await receivables()
          .where(column, 'in', values)
          .where('status', 'in', ['open', 'partial'])
          .orderBy('id')
          .execute();
        for (const row of rows) found.set(row.id, row);
      }
      return [...found.values()].map(toReceivable);
    },
    async findByAmounts(amounts) {
      if (amounts.length === 0) return [];
      const rows = await db.query
        .with('numbered', (query) =>
          query
            .selectFrom('bank_receivables')
            .select(['id', 'amount_left', 'currency'])
            .select(({ fn }) =>
              fn
                .agg<number>('row_number')
                .over((over) => over.partitionBy(['currency', 'amount_left']).orderBy('id'))
                .as('turn'),
            )
            .where('amount_left', 'in', [...new Set(amounts.map(({ amount }) => amount))])
            .where('currency', 'in', [...new Set(amounts.map(({ currency }) => currency))]),
        )
        .selectFrom('bank_receivables')
        .innerJoin('numbered', 'numbered.id', 'bank_receivables.id')
        .selectAll('bank_receivables')
        .where('numbered.turn', '<=', MAX_PER_AMOUNT)
        .orderBy('bank_receivables.id')
        .execute();
      const keys = new Set(amounts.map(keyOf));
      return rows
        .filter((row) => keys.has(keyOf({ amount: row.amount_left, currency: row.currency })))
        .map(toReceivable);
    },
  };
}

/** Returns the open amount of an order that expects payment; 0 otherwise. */
export function openAmountOf(order: Order): number {
  return isOpen(order) ? leftOf(order) : 0;
}

function numberOf({ id }: Pick<Order, 'id'>): number {
  return Number(id);
}

function keyOf({ amount, currency }: Amount): string {
  return `${currency} ${amount}`;
}
