import { HostError, type OwnedHooks } from '../../../index.js';
import { hookFailed } from '../errors.js';

export type GuardedHooks = Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>;

/** Hooks whose failures say that it was a hook: a picture that somebody else's callback fails at is not damaged. */
export function guardHooks({ applyFiltersAsync, doActionAsync }: OwnedHooks): GuardedHooks {
  return {
    applyFiltersAsync: (...args) => applyFiltersAsync(...args).catch(refuse),
    doActionAsync: (...args) => doActionAsync(...args).catch(refuse),
  };
}

/** A callback that knows what it refuses says so itself. */
function refuse(error: unknown): never {
  throw error instanceof HostError ? error : hookFailed(error);
}
