import { AsyncResource } from 'node:async_hooks';

/** Options of {@link createGrouping}. @experimental */
export interface GroupingOptions<Item, Result> {
  /**
   * Processes several items in one go, all or nothing. If it throws for a group, it is called again for each item
   * alone.
   * @param next lets the next group start before this one has ended
   * @returns the result of each item, in order
   */
  readonly run: (items: readonly Item[], next: () => void) => Promise<readonly Result[]>;
  /** Maximum number of items in a group. @default 100 */
  readonly most?: number;
  /** Conflict keys. Items that share a key are never in one group, because one has to see the result of the other. */
  readonly keysOf?: (item: Item) => readonly string[];
  /** Whether the current caller must bypass grouping: inside a transaction, or when others wait for it. */
  readonly isApart?: () => boolean;
}

interface WaitingCall<Item, Result> {
  readonly item: Item;
  readonly keys: readonly string[];
  readonly resolve: (result: Result | Promise<Result>) => void;
}

const MAX_GROUP_SIZE = 100;

/**
 * Batches concurrent calls, like a database group commit: the first call starts a group, and calls that arrive while
 * it runs form the next one. A group starts only after each of its members has asked.
 * @experimental
 */
export function createGrouping<Item, Result>(options: GroupingOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, most = MAX_GROUP_SIZE, keysOf = () => [], isApart = () => false } = options;
  // Groups run outside the async context of any one caller, such as its request.
  const outside = new AsyncResource('Grouping');
  let waiting: WaitingCall<Item, Result>[] = [];
  let running: readonly WaitingCall<Item, Result>[] | null = null;
  let isArmed = false;

  function takeGroup(): WaitingCall<Item, Result>[] {
    const usedKeys = new Set<string>();
    const group: WaitingCall<Item, Result>[] = [];
    const rest: WaitingCall<Item, Result>[] = [];
    for (const one of waiting) {
      const isFree = group.length < most && !one.keys.some((key) => usedKeys.has(key));
      (isFree ? group : rest).push(one);
      // A waiting item blocks its keys, so that conflicting items behind it cannot overtake it.
      for (const key of one.keys) usedKeys.add(key);
    }
    waiting = rest;
    return group;
  }

  async function runAlone(item: Item): Promise<Result> {
    const [result] = await run([item], () => undefined);
    return result as Result;
  }

  async function runGroup(group: readonly WaitingCall<Item, Result>[]): Promise<void> {
    try {
      const results = await run(
        group.map(({ item }) => item),
        release,
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      // A single item may have caused the failure.
      for (const { item, resolve } of group) resolve(group.length > 1 ? runAlone(item) : Promise.reject(error));
    } finally {
      release();
    }

    function release(): void {
      if (running !== group) return;
      running = null;
      arm();
    }
  }

  /** Starts a group once everything that arrived in this turn of the event loop has been queued. */
  function arm(): void {
    if (running || isArmed || waiting.length === 0) return;
    isArmed = true;
    setImmediate(() => {
      isArmed = false;
      const group = takeGroup();
      running = group;
      void outside.runInAsyncScope(() => runGroup(group));
    });
  }

  return (item) => {
    if (isApart()) return runAlone(item);
    return new Promise((resolve) => {
      waiting.push({ item, keys: keysOf(item), resolve });
      arm();
    });
  };
}
