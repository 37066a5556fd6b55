/** Maximum absolute order number. Every database can store it, and exports are validated against it. */
export const MAX_ORDER = 2_000_000_000;

/** Clamps an order number. */
export function withinOrder(order: number): number {
  return Math.min(Math.max(order, -MAX_ORDER), MAX_ORDER);
}
