import type { Database } from '../database/database.js';
import './tables.js';

/** Rows per statement. */
const BATCH = 100;

/** Exports the runs of a plugin as lines of JSON to `runs.ndjson`; no file without runs. */
export async function exportRuns(
  db: Database,
  owner: string,
  folder: { file(name: string, fill: (write: (text: string) => Promise<void>) => Promise<void>): Promise<void> },
): Promise<void> {
  const after = (id: number) => {
    const rows = db.query.selectFrom('runs').selectAll().where('owner', '=', owner).where('id', '>', id);
    return rows.orderBy('id').limit(BATCH).execute();
  };
  let batch = await after(0);
  if (batch.length === 0) return;
  await folder.file('runs.ndjson', async (write) => {
    for (; batch.length > 0; batch = await after(batch.at(-1)?.id ?? 0)) {
      await write(batch.map((row) => `${JSON.stringify(row)}\n`).join(''));
    }
  });
}

/** Deletes the runs of a plugin. */
export async function removeRuns(db: Database, owner: string): Promise<void> {
  const types = db.query.selectFrom('runs').select('type').where('owner', '=', owner);
  await db.query.deleteFrom('run_numbers').where('type', 'in', types).execute();
  await db.query.deleteFrom('runs').where('owner', '=', owner).execute();
}
