import { ClientError } from './client-error.js';

/** Conditions that end a call early. */
export interface Limits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. Without it there is no timeout. */
  readonly timeout?: number | undefined;
}

/**
 * Runs work until the caller aborts or the timeout expires, no matter what it waits for. It uses its own timer, because
 * Node.js 20 may garbage-collect the signals of `AbortSignal.any` before they fire.
 * @param work receives the signal for its requests
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
