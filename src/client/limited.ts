import { ClientError } from './client-error.js';

/** What ends a call early. */
export interface Limits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; none without it. */
  readonly timeout?: number | undefined;
}

/**
 * Runs work that ends when the caller gives up or the time is over, whatever it is waiting for. A timer of its own,
 * because Node 20 may collect the signals of `AbortSignal.any` before they fire.
 * @param work gets the signal that ends its requests
 * @throws ClientError `aborted`, `timeout`
 */
export function limited<T>(work: (signal: AbortSignal) => Promise<T>, { signal, timeout }: Limits): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = (error: ClientError): void => {
      reject(error);
      controller.abort(error);
    };
    const abort = (): void => stop(new ClientError('aborted', 'The call was given up.', { cause: signal?.reason }));
    if (signal?.aborted) return abort();
    const timer = timeout && setTimeout(() => stop(new ClientError('timeout', `No answer in ${timeout} ms.`)), timeout);
    signal?.addEventListener('abort', abort);
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
  });
}
