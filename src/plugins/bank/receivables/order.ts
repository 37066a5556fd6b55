/** Statuses of an order. */
export const ORDER_STATUSES = ['open', 'partial', 'paid', 'overpaid', 'cancelled'] as const;
/** Payment status of an order. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Order, invoice or receivable as matching sees it. Amounts are minor units. */
export interface Order {
  /** The shop's own ID, at most 64 characters. Payments refer to it. */
  readonly id: string;
  /** Reference that payers use: a variable symbol, an RF or QRR reference, or the invoice number. */
  readonly reference: string;
  /** The shop's customer ID, at most 64 characters; empty if unknown. */
  readonly customer: string;
  /** IBAN that the payment is expected from, upper case without spaces; empty if unknown. */
  readonly iban: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly amountDue: number;
  /** Sum of its payments. */
  readonly amountPaid: number;
  /** Sum waived within the tolerance; negative for accepted overpayments. */
  readonly amountTolerated: number;
  readonly status: OrderStatus;
}

/** A part of a transaction that pays an order. */
export interface OrderPayment {
  readonly orderId: string;
  readonly transactionId: number;
  /** Minor units, more than 0. */
  readonly amount: number;
  /** Waived amount that settles the order; negative for an accepted overpayment. */
  readonly tolerated: number;
  readonly currency: string;
  /** `YYYY-MM-DD`: booking day of the transaction. */
  readonly bookedOn: string;
}

/** Returns the open amount; negative for an overpayment. */
export function leftOf({ amountDue, amountPaid, amountTolerated }: Omit<Order, 'id' | 'status'>): number {
  return amountDue - amountPaid - amountTolerated;
}

/** Whether a payment is still expected. */
export function isOpen({ status }: Pick<Order, 'status'>): boolean {
  return status === 'open' || status === 'partial';
}

/** Derives the status of an order that is not cancelled from its amounts. */
export function statusOf(order: Omit<Order, 'id' | 'status'>): OrderStatus {
  const left = leftOf(order);
  if (left < 0) return 'overpaid';
  if (left === 0) return 'paid';
  return order.amountPaid > 0 ? 'partial' : 'open';
}

/** Returns the order after a payment; a cancelled order stays cancelled. */
export function withPayment<O extends Order>(
  order: O,
  { amount, tolerated }: Pick<OrderPayment, 'amount' | 'tolerated'>,
): O {
  return changed(order, amount, tolerated);
}

/** Returns the order with a payment undone. */
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
