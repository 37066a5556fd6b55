// Time of the four reports after a million events vs the time to count the raw events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createPool } from 'mysql2/promise';
import { addDays, createCalendar } from '../build/core/calendar.js';
import { insertEvents } from '../build/plugins/knowledge-base/content/statistics/event-rows.js';
import { closeMonths } from '../build/plugins/knowledge-base/content/statistics/months.js';
import { rebuildDay } from '../build/plugins/knowledge-base/content/statistics/write.js';
import { median, round, seeded } from './statistics.mjs';

const SERVER = process.env.MORTISE_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';
const DAYS = 365;
const REPORTS = ['overview', 'articles', 'search', 'categories'];
const PERIODS = ['30d', '12m'];

/** Totals of the overview, computed from raw events. */
const RAW = `select sum(case when kind = 'view' then 1 else 0 end) as views, count(distinct visitor) as visitors,
  sum(case when kind = 'search' then 1 else 0 end) as searches,
  sum(case when kind = 'search' and number = 0 then 1 else 0 end) as zero_results from kb_events where at >= ?`;

export async function measureStatistics({ quick }) {
  const size = quick ? { events: 40_000, articles: 200 } : { events: 1_000_000, articles: 2000 };
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-bench-'));
  const admin = createPool(SERVER);
  const name = `mortise_bench_${process.pid}`;
  const results = { rows: [], ratios: {}, counts: { statistics_events: size.events } };
  try {
    await admin.query(`create database ${name}`);
    const file = path.join(folder, 'site.db');
    await measure('sqlite', `sqlite:${file}`, size, results, () => rawSqlite(file));
    const url = `${SERVER.replace(/\/?$/, '')}/${name}`;
    await measure('mariadb', url, size, results, () => rawMariadb(url));
  } finally {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function measure(engine, database, size, { rows, ratios, counts }, openRaw) {
  const host = await createTestHost({ database, plugins: [knowledgeBase()] });
  const editor = await host.createUser('editor');
  await fill(host, size);
  const raw = await openRaw();
  for (const period of PERIODS) {
    for (const report of REPORTS) {
      const target = `/vendor-kb/v1/stats/${report}?period=${period}`;
      const times = await repeat(async () => {
        const { status, data } = await host.request('GET', target, { as: editor });
        if (status !== 200) throw new Error(`${target} answered ${status}: ${JSON.stringify(data)}`);
      });
      counts[`statistics_${report}_${period}_${engine}_ms`] = round(median(times));
      rows.push({ what: `statistics ${report} ${period}, ${engine}, ms`, mortise: round(median(times)) });
    }
    const from = addDays(new Date().toISOString().slice(0, 10), period === '30d' ? -29 : -364);
    const peer = median(await repeat(() => raw.count(`${from} 00:00:00.000`)));
    const ours = counts[`statistics_overview_${period}_${engine}_ms`];
    ratios[`statistics_overview_${period}_${engine}_vs_counting_events`] = round(ours / peer);
    Object.assign(rows.at(-REPORTS.length), { peer: round(peer), ratio: round(ours / peer) });
  }
  await raw.close();
  await host.close();
}

async function repeat(work) {
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

function rawSqlite(file) {
  const raw = new Libsql(file);
  const statement = raw.prepare(RAW);
  return { count: async (from) => statement.get(from), close: async () => raw.close() };
}

function rawMariadb(url) {
  const pool = createPool({ uri: url, connectionLimit: 1 });
  return { count: (from) => pool.query(RAW, [from]), close: () => pool.end() };
}

/** Inserts a year of events, day by day, with Zipf-distributed popularity. */
async function fill(host, size) {
  const kb = host.plugin('knowledge-base');
  const articles = await write(kb, size.articles);
  const random = seeded(1);
  const pick = (count) => Math.min(count - 1, Math.floor(count ** random()) - 1);
  const calendar = createCalendar('UTC');
  const perDay = Math.ceil(size.events / DAYS);
  let left = size.events;
  let day = addDays(calendar.dayOf(new Date()), 1 - DAYS);
  for (; left > 0; day = addDays(day, 1)) {
    const events = [];
    const start = calendar.startOf(day).getTime();
    for (; events.length < perDay && left > 0; left -= 1) {
      const at = new Date(start + Math.floor((events.length / perDay) * 86_400_000));
      events.push(eventOf({ at, day, random, pick, articles }));
    }
    await host.db.transaction(() => insertEvents(host.db, events));
    await rebuildDay(host.db, calendar, day);
  }
  await closeMonths(host.db, calendar.dayOf(new Date()));
}

function eventOf({ at, day, random, pick, articles }) {
  const chance = random();
  const visitor = `visitor-${Math.floor(random() * 800)}`;
  const articleId = articles[pick(articles.length)];
  const base = { at, day, visitor, articleId: 0, categoryId: 0, locale: 'en', query: null, number: 0 };
  const query = `how to do the thing number ${pick(20_000)}`;
  if (chance < 0.7) return { ...base, kind: 'view', articleId };
  if (chance < 0.9) return { ...base, kind: 'search', query, number: random() < 0.2 ? 0 : 7 };
  if (chance < 0.97) return { ...base, kind: 'click', query, articleId, number: 1 };
  if (chance < 0.985) return { ...base, kind: 'rating', articleId, number: 4 };
  return { ...base, kind: 'download', articleId };
}

async function write(kb, count) {
  const actor = { user: null, source: 'cli' };
  const categories = [];
  for (let index = 0; index < 20; index += 1)
    categories.push(await kb.categories.create({ name: `Category ${index}` }));
  const ids = [];
  await kb.db.transaction(async () => {
    for (let index = 0; index < count; index += 1) {
      const input = { title: `Article ${index}`, content: 'Text.', slug: `article-${index}`, status: 'publish' };
      const categoryIds = [categories[index % categories.length].id];
      ids.push((await kb.articles.create({ ...input, categoryIds }, actor)).id);
    }
  });
  return ids;
}
