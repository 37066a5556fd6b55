const host = globalThis as { mortiseTestSetUps?: Map<string, Promise<unknown>> };
host.mortiseTestSetUps ??= new Map();
const started = host.mortiseTestSetUps;

/** Vitest loads a global set-up again for every project; the process is the same, and so is what it prepared. */
export function oncePerRun<T>(name: string, prepare: () => Promise<T>): Promise<T> {
  const prepared = (started.get(name) as Promise<T> | undefined) ?? prepare();
  started.set(name, prepared);
  return prepared;
}
