// Host with the bank plugin on MariaDB and an inbox folder for statements.
import { appendFile, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { bank } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createPool } from 'mysql2/promise';
import { invoicesOf } from './payments.mjs';

/** Rows per SQL statement. */
const AT_ONCE = 1000;

export async function openSite(database, folder) {
  const host = await createTestHost({
    database: { url: database, tablePrefix: '' },
    debug: false,
    plugins: [bank({ inboxes: [{ name: 'drop', folder, settle: 0 }] })],
  });
  const { processing } = host.plugin('bank');
  return {
    host,
    /** Forces a run, as an operator does. */
    run: () => processing.process({ trigger: 'command', startedBy: null, isForced: true, isDryRun: false }),
  };
}

/** Copies a statement into the inbox. @param more content that makes it a different file */
export async function drop(file, folder, name = path.basename(file), more = '') {
  const inbox = path.join(folder, 'inbox');
  await mkdir(inbox, { recursive: true });
  await copyFile(file, path.join(inbox, name));
  await appendFile(path.join(inbox, name), more);
}

/** Inserts the receivables of `count` payments, as a shop would have stored them before. */
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
