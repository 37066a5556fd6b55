import type { OwnedHooks } from '../../../hooks.js';
import { HostError } from '../../../index.js';
import { hookFailed } from '../errors.js';

export type GuardedHooks = Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>;

/** Wraps hooks so that an image is not reported as damaged when a callback fails. */
export function guardHooks({ applyFiltersAsync, doActionAsync }: OwnedHooks): GuardedHooks {
  return {
    applyFiltersAsync: (...args) => applyFiltersAsync(...args).catch(refuse),
    doActionAsync: (...args) => doActionAsync(...args).catch(refuse),
  };
}

/** Keeps a HostError thrown by a callback. */
function refuse(error: unknown): never {
  throw error instanceof HostError ? error : hookFailed(error);
}
