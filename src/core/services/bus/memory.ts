import type { Logger } from 'pino';
import { type BusService, createBusListeners } from './bus.js';

/** The bus of a single process, or of processes that only share a database. It is never interrupted. */
export function createMemoryBus(log: Logger): BusService {
  const listeners = createBusListeners(log);
  return {
    publish: listeners.deliver,
    subscribe: listeners.subscribe,
    onReconnect: listeners.onReconnect,
    close: async () => listeners.clear(),
  };
}
