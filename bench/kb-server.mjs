// One side of the article comparison in its own process: our host, or Express with the bare driver.
import { createServer } from 'node:http';
import express from 'express';
import Libsql from 'libsql';
import { createHost } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createPool } from 'mysql2/promise';
import { pino } from 'pino';

const [side, database] = process.argv.slice(2);
const app = express();
if (side === 'host') {
  const host = await createHost({
    secret: 'only for this benchmark, no secret at all',
    url: 'http://127.0.0.1',
    database: { url: database, tablePrefix: '' },
    plugins: [knowledgeBase()],
    log: pino({ level: 'silent' }),
  });
  app.use(host.handler());
} else bare(app, await openDriver(database));
const server = createServer(app).listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));

/** Handwritten equivalent: selects the displayed columns without authentication or authorization. */
function bare(app, all) {
  const select = `select p.id, p.title, p.slug, p.status, p.locale, p.content, p.excerpt, p.author_id, p.menu_order,
    p.created_at, p.modified_at, a.version, a.category_ids, a.tags, a.redirects, a.reading_time
    from kb_articles a join posts p on p.id = a.id`;
  const show = (row) => ({
    ...row,
    category_ids: JSON.parse(row.category_ids),
    tags: JSON.parse(row.tags),
    redirects: JSON.parse(row.redirects),
  });
  app.get('/api/vendor-kb/v1/articles/:id', async (request, response) => {
    const [row] = await all(`${select} where p.id = ?`, [Number(request.params.id)]);
    response.json(show(row));
  });
  app.get('/api/vendor-kb/v1/articles', async (_request, response) => {
    const published = "where p.status = 'publish'";
    const [rows, [count]] = await Promise.all([
      all(`${select} ${published} order by p.created_at desc, p.id desc limit 10`, []),
      all(`select count(*) as total from kb_articles a join posts p on p.id = a.id ${published}`, []),
    ]);
    response.set('X-Total', String(count.total)).json(rows.map(show));
  });
}

/** Runs statements with the bare driver: prepared once on SQLite, as text on MariaDB. */
async function openDriver(database) {
  if (database.startsWith('sqlite:')) {
    const db = new Libsql(database.slice('sqlite:'.length));
    const prepared = new Map();
    return (text, values) => {
      const statement = prepared.get(text) ?? db.prepare(text);
      prepared.set(text, statement);
      return statement.all(...values);
    };
  }
  const pool = createPool({ uri: database, connectionLimit: 10 });
  return async (text, values) => (await pool.query(text, values))[0];
}
