// Our database layer vs the drivers below it, and one site process vs two.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import Libsql from 'libsql';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createPool } from 'mysql2/promise';
import { createDatabase } from '../build/core/database/database.js';
import { column, defineTable } from '../build/core/database/tables.js';
import { median, round } from './statistics.mjs';

const SERVER = process.env.MORTISE_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';
const ROWS = 10_000;
const BIN = fileURLToPath(new URL('../bin/mortise.js', import.meta.url));

const table = defineTable('bench_rows', {
  id: column.id(),
  slug: column.key(),
  title: column.string(191),
  content: column.text(),
  version: column.integer(),
  created_at: column.datetime(),
});
const migrations = [{ name: '0001_rows', up: (schema) => schema.createTable(table) }];
const rowOf = (index) => ({
  slug: `row-${index}`,
  title: `Row number ${index}`,
  content: 'Some words. '.repeat(20),
  version: index,
  created_at: '2026-01-01 00:00:00.000',
});
const COLUMNS = ['slug', 'title', 'content', 'version', 'created_at'];
const INSERT = `insert into bench_rows (${COLUMNS.join(', ')}) values (?, ?, ?, ?, ?)`;
const SELECT = 'select * from bench_rows where id = ?';
const valuesOf = (index) => Object.values(rowOf(index));

export async function run({ quick }) {
  const rows = [];
  const ratios = {};
  const counts = {};
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-bench-'));
  const admin = createPool(SERVER);
  const name = `mortise_bench_${process.pid}`;
  try {
    await admin.query(`create database ${name}`);
    const url = `${SERVER.replace(/\/?$/, '')}/${name}`;
    for (const [peer, subjects] of [
      ['libsql', await libsqlSubjects(folder)],
      ['mysql2', await mysqlSubjects(url)],
    ]) {
      for (const [what, { ours, theirs }] of Object.entries(subjects.pairs)) {
        const result = await compare(ours, theirs, { callers: subjects.callers, quick });
        ratios[`${what}_vs_${peer}`] = round(result.ours / result.theirs);
        rows.push({
          what: `${what}, ${peer}, calls/s`,
          mortise: Math.round(result.ours),
          peer: Math.round(result.theirs),
          ratio: round(result.ours / result.theirs),
        });
      }
      await subjects.close();
    }
    const site = await compareProcesses(url, folder, quick);
    for (const [what, { one, two }] of Object.entries(site)) {
      ratios[`${what}_two_processes_vs_one`] = round(two / one);
      rows.push({
        what: `${what}, requests/s`,
        mortise: Math.round(two),
        peer: Math.round(one),
        ratio: round(two / one),
      });
    }
    counts.rows = ROWS;
    counts.processors = Number(execFileSync('nproc', { encoding: 'utf8' }));
  } finally {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows, ratios, counts };
}

async function prepared(url) {
  const db = createDatabase({ url, tablePrefix: '' });
  await db.migrate('bench', migrations);
  await db.transaction(async () => {
    for (let start = 0; start < ROWS; start += 500) {
      const batch = Array.from({ length: 500 }, (_, index) => rowOf(start + index));
      await db.query.insertInto('bench_rows').values(batch).execute();
    }
  });
  return db;
}

const ourSelect = (db) => (index) =>
  db.query
    .selectFrom('bench_rows')
    .selectAll()
    .where('id', '=', 1 + (index % ROWS))
    .executeTakeFirst();
const ourInsert = (db) => (index) => db.query.insertInto('bench_rows').values(rowOf(index)).execute();

async function libsqlSubjects(folder) {
  const file = path.join(folder, 'bench.db');
  const db = await prepared(`sqlite:${file}`);
  const raw = new Libsql(file);
  raw.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000');
  return {
    // The driver is synchronous, so more callers would only wait for each other.
    callers: 1,
    pairs: {
      select: { ours: ourSelect(db), theirs: async (index) => raw.prepare(SELECT).get(1 + (index % ROWS)) },
      insert: { ours: ourInsert(db), theirs: async (index) => raw.prepare(INSERT).run(valuesOf(index)) },
    },
    async close() {
      raw.close();
      await db.close();
    },
  };
}

async function mysqlSubjects(url) {
  const db = await prepared(url);
  const pool = createPool({ uri: url, connectionLimit: 10 });
  return {
    callers: 10,
    pairs: {
      select: { ours: ourSelect(db), theirs: async (index) => (await pool.query(SELECT, [1 + (index % ROWS)]))[0][0] },
      insert: { ours: ourInsert(db), theirs: (index) => pool.query(INSERT, valuesOf(index)) },
    },
    async close() {
      await pool.end();
      await db.close();
    },
  };
}

/** Calls per second of both sides in turn, several rounds, the median round. */
async function compare(ours, theirs, { callers, quick }) {
  const rates = { ours: [], theirs: [] };
  const duration = quick ? 150 : 500;
  for (let round = 0; round < (quick ? 9 : 15); round += 1) {
    for (const [side, call] of [
      ['ours', ours],
      ['theirs', theirs],
    ]) {
      // A synchronous driver blocks everything else, so give sockets and timers a turn in between.
      await new Promise((resolve) => setTimeout(resolve, 20));
      rates[side].push(await rateOf(call, callers, duration));
    }
  }
  return { ours: median(rates.ours), theirs: median(rates.theirs) };
}

async function rateOf(call, callers, duration) {
  const start = performance.now();
  let calls = 0;
  async function caller() {
    while (performance.now() - start < duration) await call(calls++);
  }
  await Promise.all(Array.from({ length: callers }, caller));
  return (calls / (performance.now() - start)) * 1000;
}

/** GET of an article from `mortise serve`, with one process and with two. */
async function compareProcesses(url, folder, quick) {
  const host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
  const user = await host.createUser('editor');
  const { data } = await host.request('POST', '/vendor-kb/v1/articles', {
    as: user,
    body: { title: 'Measured', content: 'Some words. '.repeat(200), status: 'publish' },
  });
  await host.close();
  const rates = { 1: [], 2: [] };
  for (let round = 0; round < (quick ? 2 : 4); round += 1) {
    for (const workers of [1, 2]) {
      const site = await serve(url, folder, workers);
      rates[workers].push(await load(`${site.address}/api/vendor-kb/v1/articles/${data.id}`, quick));
      await site.stop();
    }
  }
  return { get_article: { one: median(rates[1]), two: median(rates[2]) } };
}

async function load(url, quick) {
  const shared = { url, connections: 32, pipelining: 1 };
  await autocannon({ ...shared, duration: 1 });
  const result = await autocannon({ ...shared, duration: quick ? 2 : 5 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return result.requests.average;
}

async function serve(database, folder, workers) {
  const port = await freePort();
  const child = spawn(process.execPath, [BIN, 'serve', `--workers=${workers}`], {
    cwd: folder,
    env: { ...process.env, MORTISE_DATABASE_URL: database, PORT: String(port), MORTISE_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line.startsWith('ready ')) break;
  // Only the first worker is ready. The others need more time.
  if (workers > 1) await new Promise((resolve) => setTimeout(resolve, 3000));
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
