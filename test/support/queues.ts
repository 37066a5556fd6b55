import { inject } from 'vitest';
import { dialects, SQLITE, type TestDialect } from './databases.js';

/** Type of queue that suites run against. */
export interface TestQueue {
  readonly name: string;
  readonly dialect: TestDialect;
  /** Whether its jobs are on Redis. */
  readonly isOutside: boolean;
}

/** Tables on every available database, and BullMQ if Redis is available. */
export const queues: readonly TestQueue[] = [
  ...dialects.map((dialect) => ({ name: `a table on ${dialect.name}`, dialect, isOutside: false })),
  ...(inject('services').includes('redis') ? [{ name: 'BullMQ', dialect: SQLITE, isOutside: true }] : []),
];
