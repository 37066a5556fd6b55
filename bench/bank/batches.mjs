// Storing and matching in chunks of 1,000 vs chunks of one, and vs one database transaction per movement, as in a
// simple implementation.
import { hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createPool } from 'mysql2/promise';
import { pino } from 'pino';
import { createDatabase } from '../../build/core/database/database.js';
import { createOutbox } from '../../build/core/outbox/outbox.js';
import { createLocks } from '../../build/core/services/locks/locks.js';
import { createHooks } from '../../build/hooks/hooks.js';
import { mt940 } from '../../build/plugins/bank/formats/mt940/mt940.js';
import { createImportFile } from '../../build/plugins/bank/importing/import-file.js';
import { createMatching } from '../../build/plugins/bank/matching/matching.js';
import { DEFAULT_MATCH_SETTINGS } from '../../build/plugins/bank/matching/settings.js';
import { round } from '../statistics.mjs';
import { paymentOf } from './payments.mjs';
import { fillInvoices, openSite } from './site.mjs';
import { writeStatement } from './statements.mjs';

export async function measureBatches(createDatabaseOf, folder, { count }) {
  const prepare = async () => {
    const url = await createDatabaseOf();
    await (await openSite(url, folder)).host.close();
    await fillInvoices(url, count);
    return url;
  };
  const file = `${folder}.mt940`;
  await writeStatement('mt940', count, file);
  const batched = await inChunks(await prepare(), file, 1000);
  const single = await inChunks(await prepare(), file, 1);
  const bare = await rowByRow(await prepare(), count);
  for (const { imported, matched } of [batched, single]) {
    if (imported !== count || matched !== batched.matched) throw new Error(JSON.stringify({ batched, single, bare }));
  }
  if (bare.matched === 0) throw new Error('Nothing was matched row by row.');
  const row = (what, { time }) => ({
    what,
    mortise: round(batched.time),
    peer: round(time),
    ratio: round(time / batched.time),
  });
  return {
    rows: [
      row(`read, store, match ${count}; the same in chunks of one, ms`, single),
      row('the same; stored and matched row by row with nothing else, ms', bare),
    ],
    ratios: {
      batches_vs_row_by_row: round(single.time / batched.time),
      batches_vs_bare_rows: round(bare.time / batched.time),
    },
    counts: { row_by_row_ms_each: round(single.time / count), bare_row_ms_each: round(bare.time / count) },
  };
}

/** Imports through the plugin with chunks of this size. */
async function inChunks(url, path, chunkSize) {
  const db = createDatabase({ url, tablePrefix: '' });
  const hooks = createHooks();
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ db, hooks, log });
  const parts = { db, hooks, outbox, now: () => new Date(), chunkSize };
  const lease = await createLocks(db, log).acquire('bank_run');
  const file = { name: 'a.mt940', size: statSync(path).size, open: () => createReadStream(path) };
  const options = { format: mt940, sourceId: null, runId: null, isDryRun: false, lease };
  const matching = createMatching({ ...parts, exclusive: null, settings: () => DEFAULT_MATCH_SETTINGS });
  const start = performance.now();
  const { new: imported } = await createImportFile(parts)(file, options);
  const { matched } = await matching.matchNew({ lease });
  const time = performance.now() - start;
  await lease.release();
  await outbox.close();
  await db.close();
  return { time, imported, matched };
}

/** Stores and matches values already in memory: no parsing, no comparison across formats, no events. */
async function rowByRow(database, count) {
  const pool = createPool({ uri: database, connectionLimit: 1 });
  const connection = await pool.getConnection();
  const query = async (text, ...values) => (await connection.query(text, values))[0];
  const start = performance.now();
  let matched = 0;
  for (let index = 0; index < count; index += 1) {
    const id = await storeOne(query, paymentOf(index));
    if (id !== null && (await matchOne(query, id, paymentOf(index)))) matched += 1;
  }
  const time = performance.now() - start;
  connection.release();
  await pool.end();
  return { matched, time };
}

/** Stores one transaction. @returns its id, or null if it is already stored */
async function storeOne(query, { isCredit, amount, number, hasSymbol, day, reference, name, iban }) {
  await query('begin');
  const existing = await query('select id from bank_transactions where account_id = 1 and dedup_key = ?', reference);
  const remittance = `Payment of the invoice ${number}, thank you for the delivery of last week`;
  const { insertId } =
    existing.length > 0
      ? { insertId: null }
      : await query('insert into bank_transactions set ?', {
          account_id: 1,
          format: 'mt940',
          direction: isCredit ? 'credit' : 'debit',
          amount,
          currency: 'CZK',
          original_currency: '',
          fx_rate: '',
          booked_on: day,
          value_on: day,
          booking_status: 'booked',
          counterparty_name: name,
          counterparty_iban: iban,
          counterparty_account: '',
          counterparty_bank_code: '',
          counterparty_bic: 'GIBACZPXXXX',
          variable_symbol: hasSymbol ? number : '',
          constant_symbol: '',
          specific_symbol: '',
          end_to_end_id: '',
          bank_reference: reference,
          creditor_reference: '',
          remittance,
          type_code: 'NTRF',
          is_reversal: 0,
          charges: 0,
          status: 'new',
          allocated: 0,
          findings: '{}',
          duplicate_of: 0,
          reverses_id: 0,
          dedup_key: reference,
          dedup_version: 1,
          loose_key: '',
          raw_hash: hash('sha256', remittance, 'base64url'),
          created_at: new Date(),
          updated_at: new Date(),
        });
  await query('commit');
  return insertId;
}

/** Applies only the first rule: the symbol names an invoice, and the amount equals what is left to pay. */
async function matchOne(query, id, { isCredit, amount, number, hasSymbol, iban }) {
  if (!isCredit || !hasSymbol) return false;
  await query('begin');
  const [order] = await query('select * from bank_receivables where reference_key = ? for update', number);
  const isMatch = order?.amount_left === amount;
  if (isMatch) {
    await query('insert into bank_payments set ?', {
      transaction_id: id,
      order_id: String(order.id),
      amount,
      currency: 'CZK',
      tolerated: 0,
      iban,
      customer: order.customer,
      rule: 'reference',
      score: 100,
      created_at: new Date(),
      undone: 0,
    });
    await query(
      "update bank_receivables set status = 'paid', amount_paid = ?, amount_left = 0 where id = ?",
      amount,
      order.id,
    );
    await query("update bank_transactions set status = 'matched', allocated = ? where id = ?", amount, id);
  }
  await query('commit');
  return isMatch;
}
