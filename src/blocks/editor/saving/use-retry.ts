import { useEffect, useRef, useState } from '@wordpress/element';
import { type Failure, isOver, isPassing } from './failure.js';

/** Milliseconds before each retry. The last value applies to all further ones. */
const DELAYS = [5_000, 10_000, 20_000, 40_000, 60_000];

/**
 * Retries a failed attempt. Temporary failures are retried after growing delays and when the connection is back; an
 * expired session is retried when the window gets the focus, after the user has signed in elsewhere.
 * @param attempt never rejects
 * @returns time of the next retry in milliseconds since 1970; null for none
 */
export function useRetry(failure: Failure | null, attempt: () => Promise<void>): number | null {
  const [retryAt, setRetryAt] = useState<number | null>(null);
  const tries = useRef(0);
  const latest = useRef(attempt);
  latest.current = attempt;

  useEffect(() => {
    if (!failure) {
      tries.current = 0;
      return;
    }
    const again = (): void => void latest.current();
    if (isOver(failure)) {
      window.addEventListener('focus', again);
      return () => window.removeEventListener('focus', again);
    }
    if (!isPassing(failure)) return;
    const delay = Math.max(failure.wait, DELAYS[Math.min(tries.current, DELAYS.length - 1)] ?? 0);
    tries.current += 1;
    const timer = window.setTimeout(again, delay);
    setRetryAt(Date.now() + delay);
    window.addEventListener('online', again);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', again);
      setRetryAt(null);
    };
  }, [failure]);

  return retryAt;
}
