// One article and a list of ten over REST vs Express with the bare driver on the same rows, on both databases.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createPool } from 'mysql2/promise';
import { median, round } from './statistics.mjs';

const SERVER = process.env.MORTISE_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';
const SIDES = ['host', 'express'];

export async function measureArticles({ quick }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-bench-'));
  const admin = createPool(SERVER);
  const name = `mortise_bench_articles_${process.pid}`;
  const results = { rows: [], ratios: {}, counts: {} };
  try {
    await admin.query(`create database ${name}`);
    await measure('sqlite', `sqlite:${path.join(folder, 'site.db')}`, quick, results);
    await measure('mariadb', `${SERVER.replace(/\/?$/, '')}/${name}`, quick, results);
  } finally {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

/** Measures both servers in turn on one database. The median of several rounds counts. */
async function measure(engine, database, quick, { rows, ratios, counts }) {
  const paths = await fill(database);
  const servers = await Promise.all(SIDES.map((side) => startServer(side, database)));
  for (const [what, target] of Object.entries(paths)) {
    const rounds = { host: [], express: [] };
    for (const { port } of servers) await load(port, target, 1);
    for (let count = 0; count < (quick ? 2 : 5); count += 1) {
      for (const { side, port } of servers) rounds[side].push(await load(port, target, quick ? 2 : 5));
    }
    const [ours, theirs] = SIDES.map((side) => median(rounds[side]));
    ratios[`${what}_${engine}_requests_vs_express_driver`] = round(ours / theirs);
    counts[`${what}_${engine}_requests`] = Math.round(ours);
    rows.push({
      what: `${what}, ${engine}, requests/s`,
      mortise: Math.round(ours),
      peer: Math.round(theirs),
      ratio: round(ours / theirs),
    });
  }
  for (const { child } of servers) child.disconnect();
}

/** Imports the demo site's articles. @returns the request paths by name */
async function fill(database) {
  const host = await createTestHost({ database: { url: database, tablePrefix: '' }, plugins: [knowledgeBase()] });
  const content = fileURLToPath(new URL('../examples/demo-site/content', import.meta.url));
  await host.plugin('knowledge-base').importFolder(content, { name: 'bench' });
  const { data } = await host.request('GET', '/vendor-kb/v1/articles?per_page=1&orderby=title');
  await host.close();
  return { article: `/api/vendor-kb/v1/articles/${data[0].id}`, list: '/api/vendor-kb/v1/articles' };
}

async function startServer(side, database) {
  const child = fork(fileURLToPath(new URL('kb-server.mjs', import.meta.url)), [side, database]);
  const [port] = await once(child, 'message');
  return { side, port, child };
}

async function load(port, target, duration) {
  const { requests, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}${target}`,
    connections: 10,
    duration,
  });
  if (non2xx > 0) throw new Error(`${target} answered ${non2xx} times with an error`);
  return requests.average;
}
