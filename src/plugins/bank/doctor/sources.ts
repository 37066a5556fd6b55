import type { Database } from '../../../database.js';
import type { CheckFinding } from '../../../operations.js';
import type { Source } from '../sources/source.js';
import '../tables/sources.js';

/**
 * Checks the last fetch of each source. Does not fetch now, because that would count against the banks' rate limits.
 */
export async function checkSources(db: Database, sources: readonly Source[]): Promise<CheckFinding[]> {
  if (sources.length === 0) {
    const message =
      'There are no sources: runs only match stored transactions. Set folders in code, bank({ inboxes }), or add sources, unless you upload statements manually.';
    return [{ subject: 'none', severity: 'notice', message }];
  }
  const rows = await db.query.selectFrom('bank_sources').select(['name', 'last_status', 'last_error']).execute();
  return sources.flatMap(({ name }): CheckFinding[] => {
    const row = rows.find((one) => one.name === name);
    if (!row || row.last_status === '') {
      const message = `It has never completed. Run mortise bank process --source=${name}`;
      return [{ subject: name, severity: 'notice', message }];
    }
    if (row.last_status !== 'failed') return [];
    const message = `The last read failed: ${row.last_error} Resolve the error, then try again: mortise bank process --force --source=${name}`;
    return [{ subject: name, severity: 'error', message }];
  });
}
