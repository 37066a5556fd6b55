/**
 * Rounds up to whole seconds for `Retry-After`, so that a client never retries too early.
 * @param ms milliseconds left
 */
export function retryAfter(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
