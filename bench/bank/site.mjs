// A host with the plugin, on a database of MariaDB, and a folder into which statements are dropped.
import { appendFile, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { bank } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createPool } from 'mysql2/promise';
import { invoicesOf } from './payments.mjs';

/** Rows of one statement. */
const AT_ONCE = 1000;

export async function openSite(database, folder) {
  const host = await createTestHost({
    ...{ database, debug: false },
    plugins: [bank({ inboxes: [{ name: 'drop', folder, settle: 0 }] })],
  });
  const { processing } = host.plugin('bank');
  return {
    host,
    /** A run, as an operator forces it. */
    run: () => processing.process({ trigger: 'command', startedBy: null, isForced: true, isDryRun: false }),
  };
}

/** Has a statement come. @param more what makes it another file */
export async function drop(file, folder, name = path.basename(file), more = '') {
  const inbox = path.join(folder, 'inbox');
  await mkdir(inbox, { recursive: true });
  await copyFile(file, path.join(inbox, name));
  await appendFile(path.join(inbox, name), more);
}

/** What the payers of so many payments owe, as a shop would have stored it before. */
export async function fillInvoices(database, count) {
  const pool = createPool({ uri: database, connectionLimit: 1 });
  const now = new Date().toISOString().slice(0, 23).replace('T', ' ');
  let rows = [];
  const write = async () => {
    await pool.query(
      `insert into bank_receivables (reference, reference_key, reference_digits, amount_due, amount_paid,
        amount_tolerated, amount_left, currency, customer, iban, due_on, status, created_at, updated_at) values ?`,
      [rows],
    );
    rows = [];
  };
  for (const { reference, amountDue, customer } of invoicesOf(count)) {
    const numbers = [reference, reference, reference, amountDue, 0, 0, amountDue];
    rows.push([...numbers, 'CZK', customer, '', null, 'open', now, now]);
    if (rows.length === AT_ONCE) await write();
  }
  if (rows.length > 0) await write();
  await pool.end();
}
