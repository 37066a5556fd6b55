import { type Selectable, type TableOf, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import type { receivablesTable } from '../tables/receivables.js';
import { leftOf, type Order, type OrderStatus } from './order.js';

/** An amount owed to the site, for sites without a shop's own orders. Amounts are minor units. */
export interface Receivable extends Order {
  /** `YYYY-MM-DD`; null for none. */
  readonly dueOn: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ReceivableRow = Selectable<TableOf<typeof receivablesTable>>;

export function toReceivable(row: ReceivableRow): Receivable {
  return {
    id: String(row.id),
    reference: row.reference,
    customer: row.customer,
    iban: row.iban,
    currency: row.currency,
    amountDue: row.amount_due,
    amountPaid: row.amount_paid,
    amountTolerated: row.amount_tolerated,
    // Only valid statuses are written.
    status: row.status as OrderStatus,
    dueOn: row.due_on,
    createdAt: utc.decode(row.created_at),
    updatedAt: utc.decode(row.updated_at),
  };
}

/** An order as passed to actions. */
export interface OrderRecord {
  readonly id: string;
  readonly reference: string;
  readonly customer: string;
  readonly iban: string;
  readonly currency: string;
  /** Major units; the properties with `_minor` are exact. */
  readonly amount_due: number;
  readonly amount_due_minor: number;
  readonly amount_paid: number;
  readonly amount_paid_minor: number;
  /** Open amount; negative for an overpayment. */
  readonly amount_left: number;
  readonly amount_left_minor: number;
  readonly status: OrderStatus;
}

export function orderRecord(order: Order): OrderRecord {
  const { currency } = order;
  const left = leftOf(order);
  return {
    id: order.id,
    reference: order.reference,
    customer: order.customer,
    iban: order.iban,
    currency,
    amount_due: majorUnits(order.amountDue, currency),
    amount_due_minor: order.amountDue,
    amount_paid: majorUnits(order.amountPaid, currency),
    amount_paid_minor: order.amountPaid,
    amount_left: majorUnits(left, currency),
    amount_left_minor: left,
    status: order.status,
  };
}
