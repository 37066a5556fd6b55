// Report times vs the time to count the raw clicks.
import { createPool } from 'mysql2/promise';
import { median, quantile, round } from '../statistics.mjs';
import { BUSY, openSite, timesOf } from './site.mjs';

/** Days and sources of a month, computed from raw clicks. */
const RAW_DAYS = `select date(clicked_at) as day, count(*) as clicks, sum(is_unique) as visitors from affiliate_clicks
  where affiliate_id = ? and clicked_at >= ? and clicked_at < ? group by date(clicked_at)`;
const RAW_ALL_DAYS = RAW_DAYS.replace('affiliate_id = ? and ', '');
const RAW_SOURCES = `select source, count(*) as clicks from affiliate_clicks
  where affiliate_id = ? and clicked_at >= ? and clicked_at < ? group by source order by clicks desc limit 10`;
const RAW_TOTAL = 'select count(*) as clicks, sum(is_unique) as visitors from affiliate_clicks';

export async function measureReports(url, { quick }) {
  const site = await openSite(url);
  const admin = (await site.host.createUser('administrator')).id;
  const { id } = await site.program.affiliates.byCode(BUSY);
  const raw = createPool({ uri: url, connectionLimit: 1 });
  const month = lastMonth();
  const turns = quick ? 40 : 200;
  const query = `month=${month.month}&year=${month.year}`;
  const reports = {
    monthly: {
      path: `/clicks/monthly?${query}&affiliate_id=${id}`,
      raw: [
        [RAW_DAYS, [id, ...month.span]],
        [RAW_SOURCES, [id, ...month.span]],
      ],
    },
    monthly_of_all: { path: `/clicks/monthly?${query}`, raw: [[RAW_ALL_DAYS, month.span]] },
    affiliate: { path: `/stats/affiliate/${id}`, raw: [[`${RAW_TOTAL} where affiliate_id = ?`, [id]]] },
  };
  const results = { rows: [], ratios: {}, counts: {} };
  for (const [name, { path, raw: statements }] of Object.entries(reports)) {
    const times = await timesOf(turns, () => site.call('GET', path, admin));
    const rawTimes = await timesOf(quick ? 2 : 3, async () => {
      for (const [text, values] of statements) await raw.query(text, values);
    });
    note(results, name, times, median(rawTimes));
  }
  const rawTotal = median(await timesOf(quick ? 2 : 3, () => raw.query(RAW_TOTAL)));
  await measureOverview(url, { admin, turns, rawTotal, site }, results);
  await raw.end();
  await site.host.close();
  return results;
}

/** "Cold" is the first response of a process. */
async function measureOverview(url, { admin, turns, rawTotal, site }, results) {
  const cold = [];
  for (let count = 0; count < 3; count += 1) {
    const fresh = await openSite(url);
    const as = (await fresh.host.createUser('administrator')).id;
    await fresh.call('GET', '/affiliates?per_page=1', as);
    cold.push(...(await timesOf(1, () => fresh.call('GET', '/stats/overview', as))));
    await fresh.host.close();
  }
  note(results, 'overview_cold', cold, rawTotal);
  const cached = await timesOf(turns, () => site.call('GET', '/stats/overview', admin));
  results.rows.push({ what: 'overview cached, p95 ms', mortise: round(quantile(cached.slice(1), 0.95)) });
  results.counts.overview_cached_p95_ms = round(quantile(cached.slice(1), 0.95));
}

function note({ rows, ratios, counts }, name, times, rawTime) {
  const ratio = round(rawTime / median(times));
  ratios[`${name}_vs_raw_clicks`] = ratio;
  counts[`${name}_p95_ms`] = round(quantile(times, 0.95));
  rows.push({
    what: `${name.replaceAll('_', ' ')}, ms (p95 ${round(quantile(times, 0.95))})`,
    mortise: round(median(times)),
    peer: round(rawTime),
    ratio,
  });
}

function lastMonth() {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const text = (date) => date.toISOString().slice(0, 23).replace('T', ' ');
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, span: [text(first), text(next)] };
}
