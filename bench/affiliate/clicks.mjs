// A year of clicks inserted by the database server, and their daily sums rebuilt by the plugin.
import { createPool } from 'mysql2/promise';
import { round } from '../statistics.mjs';
import { AFFILIATES, BUSY, openSite } from './site.mjs';

const DAYS = 365;
const QUICK_DAYS = 62;
const AT_ONCE = 500_000;

/** Inserts the clicks and rebuilds their daily sums. @returns the results, including the rebuild time */
export async function fillClicks(url, size, { quick }) {
  const { host, program } = await openSite(url);
  const admin = await host.createUser('administrator');
  for (let index = 0; index < AFFILIATES; index += 1) {
    const code = index === 0 ? BUSY : `partner-${index}`;
    await program.affiliates.create({
      email: `${code}@example.com`,
      code,
      status: 'active',
      user_id: index === 0 ? admin.id : null,
    });
  }
  const inserted = await insertClicks(url, size);
  const start = performance.now();
  const today = new Date();
  // Reports query the last month. Earlier days only make the tables larger.
  const days = quick ? QUICK_DAYS : DAYS;
  for (let back = days; back >= 0; back -= 1) {
    await program.rollups.rebuildDay(new Date(today.getTime() - back * 86_400_000).toISOString().slice(0, 10));
  }
  const rebuilt = performance.now() - start;
  await host.close();
  return {
    rows: [{ what: `sums of ${days} days rebuilt, s`, mortise: round(rebuilt / 1000) }],
    ratios: {},
    counts: { filling_seconds: round(inserted / 1000), rebuild_seconds: round(rebuilt / 1000) },
  };
}

/** Generates the rows in the database server, which is faster than sending them. */
async function insertClicks(url, size) {
  const pool = createPool({ uri: url, connectionLimit: 1 });
  const start = performance.now();
  await pool.query('set unique_checks = 0, foreign_key_checks = 0');
  const seconds = DAYS * 86_400;
  for (let from = 1; from <= size; from += AT_ONCE) {
    const to = Math.min(size, from + AT_ONCE - 1);
    await pool.query(`insert into affiliate_clicks
      (click_id, affiliate_id, clicked_at, campaign, source, device, is_unique, visitor, landing_path)
      select lpad(seq, 26, '0'), if(seq mod 10 = 0, 1, 2 + (seq * 7919) mod ${AFFILIATES - 1}),
        date_sub(utc_timestamp(3), interval ${seconds} - floor(seq * ${seconds} / ${size}) second),
        elt(1 + (seq * 31) mod 4, '', 'spring', 'autumn', 'letter'),
        concat('site-', (seq * 6271) mod 40, '.example'),
        elt(1 + (seq * 17) mod 3, 'desktop', 'mobile', 'tablet'), if(seq mod 5 < 3, 1, 0),
        lpad((seq * 104729) mod 900000, 22, 'v'), concat('/page-', seq mod 50)
      from seq_${from}_to_${to}`);
  }
  await pool.end();
  return performance.now() - start;
}
