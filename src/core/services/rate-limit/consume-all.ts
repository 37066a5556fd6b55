import type { Consumption, Limit, RateLimiter } from './rate-limiter.js';

/** What became of a call that several limits count. */
export interface JointConsumption {
  /** By limit, in their order, up to the one that refused. */
  readonly consumptions: readonly Consumption[];
  /** The refusal, if there was one; nothing has been taken then. */
  readonly refusal: Consumption | null;
  /** Gives back what was taken, for a call that turned out not to count. */
  takeBack(): Promise<void>;
}

/** Takes one call from each of several limits, or, since refused calls do not count, from none of them. */
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
