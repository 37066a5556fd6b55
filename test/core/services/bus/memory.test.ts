import { createMemoryBus } from '../../../../src/core/services/bus/bus.js';
import { busContract } from '../bus-contract.js';

busContract('memory', async (count, log) => Array.from({ length: count }, () => createMemoryBus(log)), {
  reaches: false,
});
