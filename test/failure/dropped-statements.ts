import { createDatabase } from '../../src/core/database/database.js';
import { fileDrop } from '../../src/plugins/bank/sources/file-drop.js';
import { openRuns, type RunSite } from '../plugins/bank/runs/run-site.js';
import './heard-transactions.js';

/** Opens a site with a folder of statements, whose listeners record each event once. */
export async function openDroppedStatements(url: string, folder: string): Promise<RunSite> {
  const db = createDatabase({ url });
  const site = await openRuns(db);
  site.sources.push(fileDrop({ name: 'inbox', folder, settle: 1 }));
  const hear = async (event: string, subject: string): Promise<void> => {
    const row = { event_id: site.outbox.current()?.id ?? '', event, subject };
    await db.upsert('heard_transactions', row, ['event_id'], {});
  };
  site.hooks.addAction('vendor_bank_transaction_imported', ({ id }) => hear('imported', String(id)));
  site.hooks.addAction('vendor_bank_file_imported', ({ name }) => hear('file', name));
  return site;
}
