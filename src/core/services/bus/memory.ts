import type { Logger } from 'pino';
import { type BusService, createBusListeners } from './bus.js';

/** Creates the bus for a single process, or for processes that share only a database. It never disconnects. */
export function createMemoryBus(log: Logger): BusService {
  const listeners = createBusListeners(log);
  return {
    publish: listeners.deliver,
    subscribe: listeners.subscribe,
    onReconnect: listeners.onReconnect,
    close: async () => listeners.clear(),
  };
}
