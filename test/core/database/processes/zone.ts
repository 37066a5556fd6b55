import { utc } from '../../../../src/core/database/codec.js';
import { createDatabase } from '../../../../src/core/database/database.js';
import '../test-tables.js';

/** Stores the given time and prints the value read back and the clock error. Arguments: URL, ISO time. */
const [url = '', time = ''] = process.argv.slice(2);
const db = createDatabase({ url });
const row = await db.insertOne('samples', { slug: 'from-elsewhere', seen_at: utc.encode(new Date(time)) });
const read = utc.decode(row.seen_at ?? '').toISOString();
const clockError = Math.abs((await db.now()).getTime() - Date.now());
console.log(JSON.stringify({ read, clockError, offset: new Date(time).getTimezoneOffset() }));
await db.close();
