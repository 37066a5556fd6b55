// Full runs on MariaDB, each in its own process: read, store and match, then the same again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from 'mysql2/promise';
import { round } from '../statistics.mjs';
import { drop, fillInvoices, openSite } from './site.mjs';
import { writeStatement } from './statements.mjs';

const RUNNER = fileURLToPath(new URL('runner.mjs', import.meta.url));
const TABLES = ['bank_transactions', 'bank_payments', 'bank_receivables'];

/**
 * Measures first and repeated runs. @param count transactions of the large run @param small transactions of the small
 * run
 */
export async function measureRuns(createDatabase, folder, { count, small }) {
  const few = await firstRun(await createDatabase(), path.join(folder, 'few'), 'camt', small);
  const database = await createDatabase();
  const home = path.join(folder, 'many');
  const many = await firstRun(database, home, 'camt', count);
  const again = await secondRun(database, home);
  const mt940 = await firstRun(await createDatabase(), path.join(folder, 'mt940'), 'mt940', count);
  const growth = round(many.megabytes / few.megabytes);
  const thousands = count / 1000;
  const seconds = (ms) => round(ms / 1000);
  return {
    rows: [
      { what: `camt, ${thousands} thousand in ${round(many.size / 1e6)} MB, s`, mortise: seconds(many.wall) },
      { what: 'the same, s of processor time', mortise: seconds(many.cpu) },
      { what: 'the same again: nothing changes, s', mortise: seconds(again.wall) },
      { what: `MT940, ${thousands} thousand in ${round(mt940.size / 1e6)} MB, s`, mortise: seconds(mt940.wall) },
      { what: 'the same, s of processor time', mortise: seconds(mt940.cpu) },
      {
        what: `most memory, MB; of ${small / 1000} thousand`,
        mortise: Math.round(many.megabytes),
        peer: Math.round(few.megabytes),
        ratio: growth,
      },
    ],
    ratios: { [`most_memory_of_${count / small}_times_as_many`]: growth },
    counts: {
      transactions: count,
      matched: many.totals.matched,
      run_seconds: seconds(many.wall),
      run_cpu_seconds: seconds(many.cpu),
      mt940_run_seconds: seconds(mt940.wall),
      mt940_run_cpu_seconds: seconds(mt940.cpu),
      again_seconds: seconds(again.wall),
      again_rows_changed: again.changed,
      most_memory_megabytes: Math.round(many.megabytes),
    },
  };
}

async function firstRun(database, folder, format, count) {
  // Create the tables beforehand, as on a running site.
  const { host } = await openSite(database, folder);
  await host.close();
  await fillInvoices(database, count);
  const file = `${folder}.${format}`;
  const size = await writeStatement(format, count, file);
  await drop(file, folder);
  const result = await inProcess(database, folder);
  const { totals } = result;
  if (totals.new !== count || totals.errors > 0) throw new Error(`The run came to ${JSON.stringify(totals)}.`);
  return { ...result, size };
}

/** Imports the same entries from a file with a different last line, so all of it is read and compared. */
async function secondRun(database, folder) {
  const pool = createPool({ uri: database, connectionLimit: 1 });
  for (const table of TABLES) await pool.query(`create table before_${table} as select * from ${table}`);
  await drop(`${folder}.camt`, folder, 'again.xml', '\n');
  const result = await inProcess(database, folder);
  if (result.totals.duplicates !== result.totals.fetched) throw new Error(JSON.stringify(result.totals));
  let changed = 0;
  for (const table of TABLES) {
    for (const [one, other] of [
      [table, `before_${table}`],
      [`before_${table}`, table],
    ]) {
      const [[{ rows }]] = await pool.query(
        `select count(*) as \`rows\` from (select * from ${one} except select * from ${other}) as differing`,
      );
      changed += rows;
    }
  }
  await pool.end();
  return { ...result, changed };
}

async function inProcess(database, folder) {
  const child = fork(RUNNER, [database, folder]);
  const results = [];
  child.on('message', (result) => results.push(result));
  const [code] = await once(child, 'exit');
  const [result] = results;
  if (code !== 0 || !result) throw new Error(`The process of the run ended with ${code}.`);
  return result;
}
