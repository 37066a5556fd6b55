import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  isRetryable: (error: unknown) => boolean;
  /** Runs at most, the first included. */
  attempts: number;
}

/** Milliseconds; the ceiling doubles with every attempt, the actual pause is random below it. */
const FIRST_PAUSE = 10;

/**
 * Runs `work` again when it fails for a reason that passes, such as a deadlock. The pauses are random ("full jitter"),
 * so that two rivals do not meet again in step.
 */
export async function retry<T>(work: () => Promise<T>, { isRetryable, attempts }: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await sleep(Math.random() * FIRST_PAUSE * 2 ** attempt);
    }
  }
}
