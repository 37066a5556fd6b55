import { AsyncResource } from 'node:async_hooks';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';

/** Buffers records produced by requests, and writes them shortly after. @experimental */
export interface WriteBuffer<Item> {
  /** Returns immediately and never fails. */
  push(item: Item): void;
  /**
   * Writes everything buffered so far. If a write fails, the items are kept for the next attempt and a warning is
   * logged.
   */
  flush(): Promise<void>;
  /** Writes the remaining items and rejects new ones. */
  close(): Promise<void>;
}

/** Options of {@link createWriteBuffer}. @experimental */
export interface WriteBufferOptions<Item> {
  /** Name of the items, for the log. */
  readonly what: string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /**
   * Writes at most `batch` items, all or nothing. A {@link HostError} with status 503 means the database is
   * unavailable.
   */
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** Milliseconds until a new item is written. */
  readonly interval: number;
  /** Maximum number of items per write; reaching it triggers a write. @default 500 */
  readonly batch?: number;
  /** Maximum number of items kept while the database is unavailable; the oldest are dropped first. @default 20_000 */
  readonly capacity?: number;
}

const BATCH = 500;
const CAPACITY = 20_000;
/** Maximum attempts for a batch that fails although the database is available. */
const ATTEMPTS = 5;

/**
 * Creates a buffer that is written continuously, in insertion order, while requests are answered. If the process is
 * killed, it loses at most the items of one interval and those the database has not accepted.
 * @experimental
 */
export function createWriteBuffer<Item>(options: WriteBufferOptions<Item>): WriteBuffer<Item> {
  const { what, log, write, interval, batch = BATCH, capacity = CAPACITY } = options;
  // The caller's request may have a transaction, which the write must not join.
  const outside = new AsyncResource('WriteBuffer');
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let isAway = false;
  let lost = 0;
  let attempts = 0;

  function arm(): void {
    if (timer || isClosed) return;
    timer = setTimeout(() => void flush(), interval);
    timer.unref();
  }

  function makeRoom(): void {
    const excess = waiting.length - capacity;
    if (excess <= 0) return;
    lost += excess;
    waiting.splice(0, excess);
  }

  async function writeSome(): Promise<void> {
    const some = waiting.splice(0, batch);
    try {
      await write(some);
      attempts = 0;
    } catch (error) {
      attempts += 1;
      // A batch that can never be written must not block the rest forever.
      if (isUnavailable(error) || attempts < ATTEMPTS) waiting = [...some, ...waiting];
      else {
        lost += some.length;
        attempts = 0;
      }
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) await writeSome();
      isAway = false;
      tellLost();
    } catch (error) {
      if (!isAway) log.warn({ err: error, what }, 'Buffered rows could not be written; they are kept and retried');
      isAway = true;
      makeRoom();
      if (waiting.length > 0) arm();
    }
  }

  function tellLost(): void {
    if (lost > 0) log.error({ what, lost }, 'Some buffered rows were lost while they could not be written');
    lost = 0;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (running) await running;
    running = writeAll();
    try {
      await running;
    } finally {
      running = undefined;
    }
  }

  return {
    push(item) {
      if (isClosed) return;
      waiting.push(item);
      makeRoom();
      outside.runInAsyncScope(() => {
        if (waiting.length >= batch && !running && !isAway) void flush();
        else arm();
      });
    },
    flush: () => outside.runInAsyncScope(flush),
    async close() {
      isClosed = true;
      await outside.runInAsyncScope(flush);
      clearTimeout(timer);
      lost += waiting.length;
      waiting = [];
      tellLost();
    },
  };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof HostError && error.status === 503;
}
