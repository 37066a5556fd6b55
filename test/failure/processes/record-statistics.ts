import { pino } from 'pino';
import { createCalendar } from '../../../src/core/calendar.js';
import { createDatabase } from '../../../src/core/database/database.js';
import { createRecorder } from '../../../src/plugins/knowledge-base/content/statistics/recorder.js';
import { writeEvents } from '../../../src/plugins/knowledge-base/content/statistics/write.js';
import { visitorsOf } from '../../support/visitors.js';

/**
 * Records views without end, each with the next number as its article, and prints the last number after every flush.
 * Arguments: database URL, first number, count (omitted: until it is killed).
 */
const [url = '', first = '1', count = 'Infinity'] = process.argv.slice(2);
const db = createDatabase({ url });
const visitors = visitorsOf(db, 'knowledge-base');
const recorder = createRecorder({
  calendar: createCalendar('UTC'),
  log: pino({ level: 'silent' }),
  write: (events) => writeEvents({ db, visitors }, events),
  isExcluded: async () => false,
  interval: 20,
});
const end = Number(first) + Number(count);
for (let number = Number(first); number < end; number += 1) {
  const headers = { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.${number % 50}` };
  recorder.record(
    { kind: 'view', articleId: number, locale: 'en' },
    { visitor: visitors.identify({ headers, remoteAddress: '192.0.2.1' }), user: null },
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
