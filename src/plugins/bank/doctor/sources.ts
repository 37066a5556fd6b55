import type { Database } from '../../../database.js';
import type { Source } from '../sources/source.js';
import { type Finding, fine, worthALook, wrong } from './finding.js';
import '../tables/sources.js';

/**
 * Checks the last fetch of each source. Does not fetch now, because that would count against the banks' rate limits.
 */
export async function checkSources(db: Database, sources: readonly Source[]): Promise<Finding[]> {
  if (sources.length === 0) {
    const hint = 'Set folders in code, bank({ inboxes }), or add sources, unless you upload statements manually.';
    return [worthALook('sources', 'There are no sources: runs only match stored transactions.', hint)];
  }
  const rows = await db.query.selectFrom('bank_sources').select(['name', 'last_status', 'last_error']).execute();
  return sources.map(({ name }) => {
    const check = `source ${name}`;
    const row = rows.find((one) => one.name === name);
    if (!row || row.last_status === '') {
      return worthALook(check, 'It has never completed.', `mortise bank process --source=${name}`);
    }
    if (row.last_status !== 'failed') return fine(check, 'The last read succeeded.');
    const hint = `Resolve the error, then try again: mortise bank process --force --source=${name}`;
    return wrong(check, `The last read failed: ${row.last_error}`, hint);
  });
}
