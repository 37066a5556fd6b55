// Affiliate benchmarks on MariaDB: reports from daily sums vs raw clicks, redirects, conversions.
import { createPool } from 'mysql2/promise';
import { fillClicks } from './affiliate/clicks.mjs';
import { measureConversions } from './affiliate/conversions.mjs';
import { measureRedirects } from './affiliate/redirects.mjs';
import { measureReports } from './affiliate/reports.mjs';

const SERVER = process.env.MORTISE_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';

export async function run({ quick }) {
  const size = quick ? 1_000_000 : 10_000_000;
  const name = `mortise_bench_affiliate_${process.pid}`;
  const url = `${SERVER.replace(/\/?$/, '')}/${name}`;
  const admin = createPool(SERVER);
  try {
    await admin.query(`create database ${name}`);
    const filled = await fillClicks(url, size, { quick });
    const parts = [
      filled,
      await measureReports(url, { quick }),
      await measureRedirects(url, { quick }),
      await measureConversions(url, { quick }),
    ];
    return {
      rows: parts.flatMap(({ rows }) => rows),
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
      counts: Object.assign({ clicks: size }, ...parts.map(({ counts }) => counts)),
    };
  } finally {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
  }
}
