import { AsyncResource } from 'node:async_hooks';

export interface GroupingOptions<Item, Result> {
  /**
   * Does it for several at once: all of them or none. What it throws for several makes it be done for each alone.
   * @param next lets the next group begin before this one has ended: for what others need not wait for
   * @returns what became of each, in their order
   */
  readonly run: (items: readonly Item[], next: () => void) => Promise<readonly Result[]>;
  /** In one group; default 100. */
  readonly most?: number;
  /** Two that have one of these in common are never in one group: one of them has to see what became of the other. */
  readonly keysOf?: (item: Item) => readonly string[];
  /**
   * Whether whoever asks now cannot wait for others, nor be done with them: inside a transaction, or where others wait
   * for the one who asks.
   */
  readonly isApart?: () => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly keys: readonly string[];
  readonly resolve: (result: Result | Promise<Result>) => void;
}

const MOST = 100;

/**
 * Does together what is asked for at the same time, as databases do with commits: the first who comes is served at once,
 * and those who come meanwhile are the next group. A group begins after each of its members has asked.
 */
export function createGrouping<Item, Result>(options: GroupingOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { run, most = MOST, keysOf = () => [], isApart = () => false } = options;
  // What one of them runs within, such as its request, is nothing to the others.
  const outside = new AsyncResource('Grouping');
  let waiting: Waiting<Item, Result>[] = [];
  let running: readonly Waiting<Item, Result>[] | null = null;
  let isArmed = false;

  function takeGroup(): Waiting<Item, Result>[] {
    const taken = new Set<string>();
    const group: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      const isFree = group.length < most && !one.keys.some((key) => taken.has(key));
      (isFree ? group : rest).push(one);
      // Those that have to wait keep their place among those that they are not to be mixed with.
      for (const key of one.keys) taken.add(key);
    }
    waiting = rest;
    return group;
  }

  async function runAlone(item: Item): Promise<Result> {
    const [result] = await run([item], () => undefined);
    return result as Result;
  }

  async function runGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(
        group.map(({ item }) => item),
        release,
      );
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      // It may be the fault of one of them.
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

  /** Begins when whatever came in with this turn of the event loop has asked. */
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
