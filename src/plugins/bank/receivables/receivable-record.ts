import { majorUnits } from '../../../index.js';
import { type OrderRecord, orderRecord, type Receivable } from './receivable.js';

/** A receivable as REST shows it: what actions tell of an order, and what is known of it besides. */
export interface ReceivableRecord extends Omit<OrderRecord, 'id'> {
  readonly id: number;
  /** What was let off, or accepted on top when below 0, for payments that were near enough. Major units. */
  readonly amount_tolerated: number;
  readonly amount_tolerated_minor: number;
  /** `YYYY-MM-DD`; null for no day. */
  readonly due_on: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export function receivableRecord(receivable: Receivable): ReceivableRecord {
  const { amountTolerated, currency, dueOn, createdAt, updatedAt } = receivable;
  return {
    ...orderRecord(receivable),
    id: Number(receivable.id),
    amount_tolerated: majorUnits(amountTolerated, currency),
    amount_tolerated_minor: amountTolerated,
    due_on: dueOn,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
