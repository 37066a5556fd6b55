// Storing and matching by chunks, against one transaction of the database for each movement, as one would write it first.
import { hash } from 'node:crypto';
import { createPool } from 'mysql2/promise';
import { round } from '../statistics.mjs';
import { paymentOf } from './payments.mjs';
import { drop, fillInvoices, openSite } from './site.mjs';
import { writeStatement } from './statements.mjs';

export async function measureBatches(createDatabase, folder, { count }) {
  const database = await createDatabase();
  const site = await openSite(database, folder);
  await fillInvoices(database, count);
  const file = `${folder}.mt940`;
  await writeStatement('mt940', count, file);
  await drop(file, folder);
  const start = performance.now();
  const { totals } = await site.run();
  const batched = performance.now() - start;

  const single = await createDatabase();
  await (await openSite(single, folder)).host.close();
  await fillInvoices(single, count);
  const { matched, time } = await rowByRow(single, count);
  await site.host.close();
  const paid = totals.matched + totals.partial + totals.overpaid;
  if (totals.new !== count || matched === 0 || matched > paid) throw new Error(JSON.stringify({ totals, matched }));
  const ratio = round(time / batched);
  return {
    rows: [{ what: `read, store, match ${count}; row by row, ms`, mortise: round(batched), peer: round(time), ratio }],
    ratios: { batches_vs_row_by_row: ratio },
    counts: { row_by_row_ms_each: round(time / count) },
  };
}

/** Stores and matches what is there already as values: nothing is read, compared with other formats, or told. */
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

/** @returns null for one that is known */
async function storeOne(query, { isCredit, amount, number, hasSymbol, day, reference, name, iban }) {
  await query('begin');
  const known = await query('select id from bank_transactions where account_id = 1 and dedup_key = ?', reference);
  const remittance = `Payment of the invoice ${number}, thank you for the delivery of last week`;
  const { insertId } =
    known.length > 0
      ? { insertId: null }
      : await query('insert into bank_transactions set ?', {
          ...{ account_id: 1, format: 'mt940', direction: isCredit ? 'credit' : 'debit', amount, currency: 'CZK' },
          ...{ original_currency: '', fx_rate: '', booked_on: day, value_on: day, booking_status: 'booked' },
          ...{ counterparty_name: name, counterparty_iban: iban, counterparty_account: '', counterparty_bank_code: '' },
          ...{ counterparty_bic: 'GIBACZPXXXX', variable_symbol: hasSymbol ? number : '', constant_symbol: '' },
          ...{ specific_symbol: '', end_to_end_id: '', bank_reference: reference, creditor_reference: '', remittance },
          ...{ type_code: 'NTRF', is_reversal: 0, charges: 0, status: 'new', allocated: 0, findings: '{}' },
          ...{ duplicate_of: 0, reverses_id: 0, dedup_key: reference, dedup_version: 1, loose_key: '' },
          raw_hash: hash('sha256', remittance, 'base64url'),
          ...{ created_at: new Date(), updated_at: new Date() },
        });
  await query('commit');
  return insertId;
}

/** Of the rules the first alone: the symbol names an invoice, and the amount is what is left of it. */
async function matchOne(query, id, { isCredit, amount, number, hasSymbol, iban }) {
  if (!isCredit || !hasSymbol) return false;
  await query('begin');
  const [order] = await query('select * from bank_receivables where reference_key = ? for update', number);
  const isMatch = order?.amount_left === amount;
  if (isMatch) {
    await query('insert into bank_payments set ?', {
      ...{ transaction_id: id, order_id: String(order.id), amount, currency: 'CZK', tolerated: 0, iban },
      ...{ customer: order.customer, rule: 'reference', score: 100, created_at: new Date(), undone: 0 },
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
