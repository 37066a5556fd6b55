/** Rows per SQL statement. */
const BATCH = 500;

/** Copies the rows of one article created over REST, each with a different text. */
export async function storeArticles(host, documents) {
  const author = await host.createUser('administrator');
  const body = { title: 'First', content: 'First', status: 'publish' };
  const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: author, body });
  const rowOf = (table) =>
    host.db.query.selectFrom(table).selectAll().where('id', '=', data.id).executeTakeFirstOrThrow();
  const [post, article] = await Promise.all([rowOf('posts'), rowOf('kb_articles')]);
  for (let start = 0; start < documents.length; start += BATCH) {
    const some = documents.slice(start, start + BATCH).map((document) => ({ ...document, id: data.id + document.id }));
    const posts = some.map(({ id, title }) => ({ ...post, id, title, slug: `article-${id}` }));
    const articles = some.map(({ id, body: text }) => ({ ...article, id, slug: `article-${id}`, uuid: null, text }));
    await host.db.query.insertInto('posts').values(posts).execute();
    await host.db.query.insertInto('kb_articles').values(articles).execute();
  }
}
