import { pino } from 'pino';
import { createCalendar } from '../../../src/core/calendar.js';
import { createDatabase } from '../../../src/core/database/database.js';
import { createClickRecorder } from '../../../src/plugins/affiliate/clicks/recorder.js';
import { createConversionHistory } from '../../../src/plugins/affiliate/conversions/history.js';
import { createRollups } from '../../../src/plugins/affiliate/statistics/rollups.js';
import { visitorsOf } from '../../support/visitors.js';

/**
 * Records clicks without end, each with the next number as its campaign, and prints the last number after every flush.
 * Arguments: database URL, first number, count (omitted: until it is killed).
 */
const [url = '', first = '1', count = 'Infinity'] = process.argv.slice(2);
const AFFILIATES = [1, 2, 3].map((id) => ({ id, code: `affiliate-${id}`, status: 'active', cookieDays: null }));
const TARGET = new URL('http://shop.example/');
const now = (): Date => new Date();
const db = createDatabase({ url });
const calendar = createCalendar('UTC');
const recorder = createClickRecorder({
  db,
  calendar,
  now,
  siteOrigin: TARGET.origin,
  log: pino({ level: 'silent' }),
  interval: 20,
  visitors: visitorsOf(db, 'affiliate'),
  rollups: createRollups({ db, calendar, now, conversions: createConversionHistory(db) }),
  isBot: () => false,
  visitorKey: async (visitor) => visitor,
  announce: async () => undefined,
});
const end = Number(first) + Number(count);
for (let number = Number(first); number < end; number += 1) {
  const affiliate = AFFILIATES[number % AFFILIATES.length] ?? AFFILIATES[0];
  if (!affiliate) throw new Error('Nobody is there.');
  const headers = {
    'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.${number % 50}`,
    referer: `https://source-${number % 20}.example/`,
  };
  await recorder.record(
    { affiliate, target: TARGET, campaign: String(number) },
    { method: 'GET', headers, remoteAddress: '192.0.2.1' },
  );
  if (number % 40 === 0) {
    await recorder.flush();
    console.log(String(number));
  }
  if (number % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
}
await recorder.close();
await db.close();
console.log('done');
