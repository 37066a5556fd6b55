// Cost of finding the images of a call in a library of a million files.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { watermark } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createConnection, createPool } from 'mysql2/promise';
import { median, round } from '../statistics.mjs';
import { PAGE } from './site.mjs';

const SERVER = process.env.MORTISE_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';
/** Eight of ten files are images. */
const KINDS = ['jpeg', 'jpeg', 'jpeg', 'png', 'jpeg', 'webp', 'jpeg', 'png'].map((kind) => `image/${kind}`);
const OTHERS = ['application/pdf', 'video/mp4'];

export async function measurePaging({ quick, folder }) {
  const files = quick ? 100_000 : 1_000_000;
  const results = { rows: [], ratios: {}, counts: { paging_files: files } };
  const home = path.join(folder, 'paging');
  mkdirSync(home);
  const file = path.join(home, 'site.db');
  await measure('sqlite', `sqlite:${file}`, { files, quick, results, fill: () => fillSqlite(file, files) });
  const admin = createPool(SERVER);
  const name = `mortise_bench_${process.pid}`;
  try {
    await admin.query(`create database ${name}`);
    const url = `${SERVER.replace(/\/?$/, '')}/${name}`;
    await measure('mariadb', url, { files, quick, results, fill: () => fillMariadb(url, files) });
  } finally {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
  }
  return results;
}

async function measure(engine, database, { files, quick, results, fill }) {
  const host = await createTestHost({
    database: { url: database, tablePrefix: '' },
    plugins: [watermark()],
    debug: false,
  });
  await fill();
  const { rows: library } = host.plugin('watermark');
  const pictures = (files / 10) * KINDS.length;
  // Target page: offset 790,000 of 800,000.
  const far = pictures * (1 - 1 / 80);
  const total = await timesOf(1, () => library.total());
  if ((await library.total()) !== pictures)
    throw new Error('The library has another number of pictures than was filled in.');
  const totalAgain = await timesOf(50, () => library.total());

  /** Makes a call like the batch: the total, its rows, and the new position. */
  async function call(userId, offset) {
    await library.total();
    const { ids, runId } = await library.take(userId, 'apply', { offset, limit: PAGE });
    if (ids.length !== PAGE) throw new Error(`The page at ${offset} has ${ids.length} pictures.`);
    await library.mark(userId, 'apply', { nextOffset: offset + PAGE, lastId: ids.at(-1), runId });
    return ids;
  }
  const turns = quick ? 100 : 300;
  const costs = { first: [], far: [], jump: [] };
  const [coldJump] = await timesOf(1, () => library.take(NO_USER, 'apply', { offset: far + PAGE, limit: PAGE }));
  const { ids: before } = await library.take(NO_USER, 'apply', { offset: far - PAGE, limit: PAGE });
  const bookmark = { nextOffset: far, lastId: before.at(-1), runId: '00000000-0000-4000-8000-000000000000' };
  for (let turn = 0; turn < turns; turn += 1) {
    costs.first.push(...(await timesOf(1, () => call(1, 0))));
    await library.mark(2, 'apply', bookmark);
    costs.far.push(...(await timesOf(1, () => call(2, far))));
    // New user without a bookmark, at a different offset each time.
    const offset = far - turn * 37;
    costs.jump.push(...(await timesOf(1, () => call(1000 + turn, offset))));
  }
  let offset = far / 2;
  const walked = quick ? 200 : 2000;
  const [walk] = await timesOf(1, async () => {
    for (let count = 0; count < walked; count += 1, offset += PAGE) await call(3, offset);
  });
  await host.close();

  const { rows, ratios, counts } = results;
  const [first, second, jump] = [costs.first, costs.far, costs.jump].map(median);
  rows.push(
    { what: `page at ${far} with a bookmark, page at 0, ${engine}, ms`, ...pair(second, first) },
    { what: `page at ${far} without one, page at 0, ${engine}, ms`, ...pair(jump, first) },
    { what: `the first page without a bookmark, ${engine}, ms`, mortise: round(coldJump) },
    { what: `counting the pictures, counted before, ${engine}, ms`, ...pair(total[0], median(totalAgain)) },
  );
  ratios[`page_far_vs_page_0_${engine}`] = round(second / first);
  ratios[`page_far_without_bookmark_vs_page_0_${engine}`] = round(jump / first);
  const calls = pictures / PAGE;
  counts[`paging_of_a_full_run_${engine}_seconds`] = round((walk / walked) * (calls / 1000));
  counts[`paging_of_a_full_run_${engine}_calls`] = calls;
}

/** User without a bookmark. */
const NO_USER = 900_000;

const pair = (mortise, peer) => ({ mortise: round(mortise), peer: round(peer), ratio: round(mortise / peer) });

async function timesOf(count, work) {
  const times = [];
  for (let turn = 0; turn < count; turn += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

/** Columns of file `i`, as the media library writes them. */
const COLUMNS = {
  post_id: '0',
  title: "'A picture of the sea'",
  alt_text: "''",
  caption: "''",
  description: "''",
  filename: "'a-picture-of-the-sea.jpg'",
  bytes: '1000000',
  width: '2560',
  height: '1600',
  sha256: `'${'a'.repeat(64)}'`,
  sizes: `'${JSON.stringify(
    Object.fromEntries(
      ['thumbnail', 'medium', 'medium_large', 'large'].map((name) => [
        name,
        { width: 768, height: 480, bytes: 90_000, file: `a-picture-of-the-sea-${name}.jpg`, mimeType: 'image/jpeg' },
      ]),
    ),
  )}'`,
  sizes_recipe: `'${'b'.repeat(32)}'`,
  version: '1',
  author_id: '1',
  focal_point: 'null',
  created_at: "'2026-01-01 00:00:00.000'",
  modified_at: "'2026-01-01 00:00:00.000'",
};

/** Builds the insert statement. @param name SQL expression for a number as a 32-digit token */
function insert(name, numbers) {
  const kinds = [...KINDS, ...OTHERS].map((kind, index) => `when ${index} then '${kind}'`).join(' ');
  const columns = { ...COLUMNS, token: name, salt: name, mime_type: `case i % 10 ${kinds} end` };
  return `insert into attachments (${Object.keys(columns).join(', ')}) ${numbers} select ${Object.values(columns).join(', ')} from numbers`;
}

function fillSqlite(file, files) {
  const raw = new Libsql(file);
  const numbers = `with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${files})`;
  raw.exec(insert("printf('%032d', i)", numbers));
  raw.close();
}

async function fillMariadb(url, files) {
  const raw = await createConnection(url);
  await raw.query(insert("lpad(i, 32, '0')", `with numbers as (select seq as i from seq_1_to_${files})`));
  await raw.end();
}
