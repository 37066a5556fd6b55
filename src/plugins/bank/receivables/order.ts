/** What an order can be (bank.md B3). */
export const ORDER_STATUSES = ['open', 'partial', 'paid', 'overpaid', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What matching knows of something that somebody owes: an order, an invoice, a receivable. Amounts are minor units. */
export interface Order {
  /** The shop's own id of it, 64 characters at most: what payments are stored under. */
  readonly id: string;
  /** What payers write: a variable symbol, an RF or QRR reference, the number of the invoice. */
  readonly reference: string;
  /** Who owes it, as the shop names them, 64 characters at most; empty where it is not known. */
  readonly customer: string;
  /** The account that it is expected from, upper case without spaces; empty where it is not known. */
  readonly iban: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly amountDue: number;
  /** The sum of its payments. */
  readonly amountPaid: number;
  /** What was let off, or accepted on top when below 0, for payments that were near enough. */
  readonly amountTolerated: number;
  readonly status: OrderStatus;
}

/** A part of a transaction that pays an order. */
export interface OrderPayment {
  readonly orderId: string;
  readonly transactionId: number;
  /** Minor units, more than 0. */
  readonly amount: number;
  /** What is let off with it so that the order is paid; below 0 for what is accepted on top. */
  readonly tolerated: number;
  readonly currency: string;
  /** `YYYY-MM-DD`: the day on which the money came. */
  readonly bookedOn: string;
}

/** What is left to be paid; below 0 for what was paid on top. */
export function leftOf({ amountDue, amountPaid, amountTolerated }: Omit<Order, 'id' | 'status'>): number {
  return amountDue - amountPaid - amountTolerated;
}

/** Whether it waits for money. */
export function isOpen({ status }: Pick<Order, 'status'>): boolean {
  return status === 'open' || status === 'partial';
}

/** The state that follows from the amounts of an order that is not cancelled. */
export function statusOf(order: Omit<Order, 'id' | 'status'>): OrderStatus {
  const left = leftOf(order);
  if (left < 0) return 'overpaid';
  if (left === 0) return 'paid';
  return order.amountPaid > 0 ? 'partial' : 'open';
}

/** The order after a payment; a cancelled one stays so. */
export function withPayment<O extends Order>(
  order: O,
  { amount, tolerated }: Pick<OrderPayment, 'amount' | 'tolerated'>,
): O {
  return changed(order, amount, tolerated);
}

/** The order as if a payment had never been. */
export function withoutPayment<O extends Order>(
  order: O,
  { amount, tolerated }: Pick<OrderPayment, 'amount' | 'tolerated'>,
): O {
  return changed(order, -amount, -tolerated);
}

function changed<O extends Order>(order: O, amount: number, tolerated: number): O {
  const amountPaid = order.amountPaid + amount;
  const amountTolerated = order.amountTolerated + tolerated;
  const after = { ...order, amountPaid, amountTolerated };
  return { ...after, status: order.status === 'cancelled' ? 'cancelled' : statusOf(after) };
}
