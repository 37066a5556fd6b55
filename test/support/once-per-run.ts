const host = globalThis as { mortiseTestSetUps?: Map<string, Promise<unknown>> };
host.mortiseTestSetUps ??= new Map();
const started = host.mortiseTestSetUps;

/** Runs a setup once per process: Vitest loads global setup files again for every project. */
export function oncePerRun<T>(name: string, prepare: () => Promise<T>): Promise<T> {
  const prepared = (started.get(name) as Promise<T> | undefined) ?? prepare();
  started.set(name, prepared);
  return prepared;
}

/** Returns the result of a setup that has run, also in a reporter, which is another instance of this module. */
export async function resultOfRun<T>(name: string): Promise<T | undefined> {
  return (await started.get(name)) as T | undefined;
}
