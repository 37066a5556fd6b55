// One side of the comparison in its own process: our host, or Express with handwritten code.
import { createServer } from 'node:http';
import express from 'express';
import { createHost } from 'mortise';
import { affiliate } from 'mortise/plugins';
import { createPool } from 'mysql2/promise';
import { pino } from 'pino';

const [side, database] = process.argv.slice(2);
const app = express();
if (side === 'host') {
  const host = await createHost({
    secret: 'only for this benchmark, no secret at all',
    url: 'http://127.0.0.1',
    database: { url: database, tablePrefix: '' },
    plugins: [affiliate()],
    log: pino({ level: 'silent' }),
  });
  // All callers share one IP address.
  host.hooks.addFilter('vendor_affiliate_rate_limit', () => 100_000);
  app.use(host.handler());
} else await bare(app, database);
const server = createServer(app).listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));

async function bare(app, database) {
  const pool = createPool({ uri: database, connectionLimit: 10 });
  await pool.query(`create table if not exists bare_conversions (id bigint auto_increment primary key,
    code varchar(32), amount bigint, email varchar(254), external_id varchar(190) unique, created_at datetime(3))`);
  app.get('/go/:code', (_request, response) => response.redirect(302, '/'));
  app.post('/api/vendor-affiliate/v1/track/conversion', express.json(), async (request, response) => {
    const { affiliate_code: code, amount, customer_email: email, external_id: externalId } = request.body;
    const values = [code, Math.round(amount * 100), email, externalId];
    const [{ insertId }] = await pool.query(
      'insert into bare_conversions (code, amount, email, external_id, created_at) values (?, ?, ?, ?, utc_timestamp(3))',
      values,
    );
    response.status(201).json({ success: true, conversion_id: insertId, amount });
  });
}
