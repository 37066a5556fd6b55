import type { Database } from '../../../database.js';
import type { HostError } from '../../../index.js';
import type { Versions } from '../../../services.js';

/**
 * Changes rows with a unique key in a transaction that notifies all processes.
 * @param version version row to bump
 * @param taken error for a duplicate; the unique key decides between concurrent writers
 */
export async function changeOnce<T>(
  { db, versions }: { readonly db: Database; readonly versions: Pick<Versions, 'bump'> },
  { version, conflict }: { readonly version: string; readonly conflict: () => HostError },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async () => {
      const result = await work();
      await versions.bump(version);
      return result;
    });
  } catch (error) {
    throw db.isUniqueViolation(error) ? conflict() : error;
  }
}
