import { AsyncResource } from 'node:async_hooks';
import type { Logger } from 'pino';
import { HostError } from '../errors.js';

/** Takes in what requests leave behind, and has it written a moment later. */
export interface WriteBuffer<Item> {
  /** Returns at once and never fails. */
  push(item: Item): void;
  /** Writes what has come in until now; what cannot be written is kept for the next time, with a line in the log. */
  flush(): Promise<void>;
  /** Writes what is left; nothing is taken in any more. */
  close(): Promise<void>;
}

export interface WriteBufferOptions<Item> {
  /** What the items are, for the log. */
  readonly what: string;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Writes at most `batch` items, all or nothing. A {@link HostError} of 503 says that the database is away. */
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** Milliseconds until what came in is written. */
  readonly interval: number;
  /** What is written at once, and as soon as it has come together; default 500. */
  readonly batch?: number;
  /** How many items are kept while the database is away, default 20 000; the oldest go first. */
  readonly capacity?: number;
}

const BATCH = 500;
const CAPACITY = 20_000;
/** After so many, what cannot be written though the database is there is given up. */
const ATTEMPTS = 5;

/**
 * A buffer that is written all the time, in the order in which things come in, while requests are answered. What is in it
 * when a process is killed is lost: at most what came in within the interval, and what the database did not take.
 */
export function createWriteBuffer<Item>(options: WriteBufferOptions<Item>): WriteBuffer<Item> {
  const { what, log, write, interval, batch = BATCH, capacity = CAPACITY } = options;
  // The request that an item comes with may have a transaction, which the writing must not take part in.
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
      // What no database takes, be it there or not, must not stand in the way of the rest for ever.
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
      if (!isAway) log.warn({ err: error, what }, 'What came in cannot be written; it is kept and tried again');
      isAway = true;
      makeRoom();
      if (waiting.length > 0) arm();
    }
  }

  function tellLost(): void {
    if (lost > 0) log.error({ what, lost }, 'Some of what came in was lost while it could not be written');
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
