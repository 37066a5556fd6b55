export interface Invoice {
  readonly reference: string;
  /** Minor units. */
  readonly amountDue: number;
  readonly customer: string;
}

export function invoicesOf(count: number): Iterable<Invoice>;
