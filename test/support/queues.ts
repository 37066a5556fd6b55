import { inject } from 'vitest';
import { dialects, SQLITE, type TestDialect } from './databases.js';

/** A kind of queue that suites run against. */
export interface TestQueue {
  readonly name: string;
  readonly dialect: TestDialect;
  /** Whether its jobs are on Redis. */
  readonly isOutside: boolean;
}

/** The table on every database that is there, BullMQ when Redis is there. */
export const queues: readonly TestQueue[] = [
  ...dialects.map((dialect) => ({ name: `a table on ${dialect.name}`, dialect, isOutside: false })),
  ...(inject('services').includes('redis') ? [{ name: 'BullMQ', dialect: SQLITE, isOutside: true }] : []),
];
