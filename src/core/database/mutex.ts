import { HostError } from '../errors.js';

/** Lock for one holder at a time, granted in order of arrival. */
export interface Mutex {
  /**
   * Waits for the lock and returns the function that releases it; calling that twice is harmless.
   * @param timeout maximum wait in milliseconds
   * @throws HostError `database_busy` (503) on timeout
   */
  acquire(timeout: number): Promise<() => void>;
}

export function createMutex(): Mutex {
  const waiting: Array<() => void> = [];
  let isLocked = false;

  function turn(): () => void {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = waiting.shift();
      if (next) next();
      else isLocked = false;
    };
  }

  return {
    acquire(timeout) {
      if (!isLocked) {
        isLocked = true;
        return Promise.resolve(turn());
      }
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          clearTimeout(timer);
          resolve(turn());
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(busy(timeout));
        }, timeout);
        waiting.push(enter);
      });
    },
  };
}

function busy(timeout: number): HostError {
  return new HostError(
    'database_busy',
    `Another transaction has locked the database for more than ${timeout} ms. Try again. A transaction must not wait for the network or for another task that writes.`,
    { status: 503, timeout },
  );
}
