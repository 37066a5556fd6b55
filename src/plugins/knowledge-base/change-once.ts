import type { Database, HostError, Versions } from '../../index.js';

/**
 * Changes rows of which no two may say the same, in a transaction that tells all processes.
 * @param version the version row
 * @param taken what is thrown where another says the same: the unique key has the last word when two write at once
 */
export async function changeOnce<T>(
  { db, versions }: { readonly db: Database; readonly versions: Pick<Versions, 'bump'> },
  { version, taken }: { readonly version: string; readonly taken: () => HostError },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async () => {
      const result = await work();
      await versions.bump(version);
      return result;
    });
  } catch (error) {
    throw db.isUniqueViolation(error) ? taken() : error;
  }
}
