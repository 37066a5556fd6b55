/** Places among siblings lie between minus and plus so many: what every database holds, and exports are checked for. */
export const MOST_ORDER = 2_000_000_000;

/** The nearest place that there is. */
export function withinOrder(order: number): number {
  return Math.min(Math.max(order, -MOST_ORDER), MOST_ORDER);
}
