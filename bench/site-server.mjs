// One side of the comparison, in a process of its own: our host, or Express with a bare handler and the same query.
import { createServer } from 'node:http';
import express from 'express';
import { createHost, json, utc } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { pino } from 'pino';

const [side, database] = process.argv.slice(2);
const host = await createHost({
  secret: 'only for this benchmark, no secret at all',
  url: 'http://127.0.0.1',
  database,
  plugins: [knowledgeBase()],
  log: pino({ level: 'silent' }),
});

const COLUMNS = [
  'posts.id',
  'posts.title',
  'posts.slug',
  'posts.status',
  'posts.locale',
  'posts.content',
  'posts.excerpt',
  'posts.author_id',
  'posts.menu_order',
  'posts.created_at',
  'posts.modified_at',
  'kb_articles.version',
  'kb_articles.category_ids',
  'kb_articles.tags',
  'kb_articles.redirects',
  'kb_articles.reading_time',
];
const select = () =>
  host.db.query.selectFrom('kb_articles').innerJoin('posts', 'posts.id', 'kb_articles.id').select(COLUMNS);
const show = (row) => ({
  ...row,
  category_ids: json.decode(row.category_ids),
  tags: json.decode(row.tags),
  redirects: json.decode(row.redirects),
  created_at: utc.decode(row.created_at).toISOString(),
  modified_at: utc.decode(row.modified_at).toISOString(),
});

const app = express();
if (side === 'host') app.use(host.handler());
else {
  app.get('/api/vendor-kb/v1/articles/:id', async (request, response) => {
    response.json(show(await select().where('posts.id', '=', Number(request.params.id)).executeTakeFirstOrThrow()));
  });
  app.get('/api/vendor-kb/v1/articles', async (_request, response) => {
    const published = select().where('posts.status', '=', 'publish');
    const [rows, count] = await Promise.all([
      published.orderBy('posts.created_at', 'desc').orderBy('posts.id', 'desc').limit(10).execute(),
      host.db.query
        .selectFrom('kb_articles')
        .innerJoin('posts', 'posts.id', 'kb_articles.id')
        .select((eb) => eb.fn.countAll().as('total'))
        .where('posts.status', '=', 'publish')
        .executeTakeFirst(),
    ]);
    response.set('X-Total', String(count.total)).json(rows.map(show));
  });
}
const server = createServer(app).listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));
