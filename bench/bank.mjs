// Bank benchmarks on MariaDB: full runs, reimport, memory, parsers, and batches vs single rows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool } from 'mysql2/promise';
import { measureBatches } from './bank/batches.mjs';
import { measureReading } from './bank/reading.mjs';
import { measureRuns } from './bank/runs.mjs';

const SERVER = process.env.MORTISE_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';

export async function run({ quick }) {
  const count = quick ? 10_000 : 100_000;
  const admin = createPool(SERVER);
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-bench-'));
  const databases = [];
  const createDatabase = async () => {
    const name = `mortise_bench_bank_${process.pid}_${databases.length}`;
    await admin.query(`create database ${name}`);
    databases.push(name);
    return `${SERVER.replace(/\/?$/, '')}/${name}`;
  };
  try {
    const parts = [
      await measureRuns(createDatabase, folder, { count, small: count / 10 }),
      await measureReading(folder, { quick, count }),
      await measureBatches(createDatabase, path.join(folder, 'batches'), { count: quick ? 2000 : 10_000 }),
    ];
    return {
      rows: parts.flatMap(({ rows }) => rows),
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
      counts: Object.assign({}, ...parts.map(({ counts }) => counts)),
    };
  } finally {
    for (const name of databases) await admin.query(`drop database if exists ${name}`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
