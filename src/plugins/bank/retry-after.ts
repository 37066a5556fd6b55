/** Whole seconds for `Retry-After`: whoever waits so long is not too early. @param ms milliseconds that are left */
export function retryAfter(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
