import { majorUnits } from '../../../money.js';
import { type OrderRecord, orderRecord, type Receivable } from './receivable.js';

/** A receivable as returned by REST: an order record with additional fields. */
export interface ReceivableRecord extends Omit<OrderRecord, 'id'> {
  readonly id: number;
  /** Sum waived within the tolerance; negative for accepted overpayments. Major units. */
  readonly amount_tolerated: number;
  readonly amount_tolerated_minor: number;
  /** `YYYY-MM-DD`; null for none. */
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
