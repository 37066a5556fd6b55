import { createHook } from 'node:async_hooks';

/** Counts the scrypt hashes of this process while `work` runs, where Node starts and ends them. */
export async function countScrypt<T>(work: () => Promise<T>): Promise<{ result: T; started: number; most: number }> {
  const running = new Set<number>();
  let started = 0;
  let most = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return;
      started += 1;
      running.add(id);
      most = Math.max(most, running.size);
    },
    before: (id) => void running.delete(id),
  });
  hook.enable();
  try {
    const result = await work();
    return { result, started, most };
  } finally {
    hook.disable();
  }
}
