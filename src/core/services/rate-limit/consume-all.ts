import type { Consumption, Limit, RateLimiter } from './rate-limiter.js';

/** Result of a call counted by several limits. */
export interface JointConsumption {
  /** Results in the order of the limits, up to the first refusal. */
  readonly consumptions: readonly Consumption[];
  /** Refusal, if there was one; nothing is consumed then. */
  readonly refusal: Consumption | null;
  /** Refunds the call, if it turns out not to count. */
  takeBack(): Promise<void>;
}

/** Consumes one call from each limit, or from none of them if one refuses. */
export async function consumeAll(
  limiter: RateLimiter,
  counted: readonly { readonly key: string; readonly limit: Limit }[],
): Promise<JointConsumption> {
  const consumptions: Consumption[] = [];
  async function giveBack(count: number): Promise<void> {
    for (const { key, limit } of counted.slice(0, count)) await limiter.refund(key, limit);
  }
  for (const { key, limit } of counted) {
    const consumption = await limiter.consume(key, limit);
    consumptions.push(consumption);
    if (!consumption.allowed) {
      await giveBack(consumptions.length - 1);
      return { consumptions, refusal: consumption, takeBack: async () => {} };
    }
  }
  return { consumptions, refusal: null, takeBack: () => giveBack(counted.length) };
}
