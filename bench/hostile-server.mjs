// Site in its own process that reports how long its event loop was blocked. Messages: `{ visit }` opens a page as its
// editor, `{ reset: true }` starts a measurement, `{ read: true }` ends it. Each gets one message in response.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

const [articles] = process.argv.slice(2).map(Number);
const host = await createTestHost({ debug: false, readLimit: false, plugins: [knowledgeBase()] });
const [editor, contributor] = [await host.createUser('administrator'), await host.createUser('contributor')];

async function write(path, body) {
  const { status, data } = await host.request('POST', `/vendor-kb/v1${path}`, { as: editor, body });
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(data)}`);
  return data;
}

const image = await host.media.create(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  { filename: 'dot.png', authorId: editor.id },
);
const categories = [];
for (let index = 0; index < Math.min(articles, 100); index += 1) {
  const description = 'Some words of a category. '.repeat(20);
  categories.push((await write('/categories', { name: `Category ${index}`, description })).id);
}
for (let index = 0; index < articles; index += 1) {
  const content = `## Part ${index}\n\n${'Some words of an article. '.repeat(400)}`;
  const category = categories[index % categories.length];
  await write('/articles', { title: `Article ${index}`, content, status: 'publish', categories: [category] });
}
for (let index = 0; index < 10; index += 1) {
  const content = '漢字'.repeat(25_000);
  await write('/articles', { title: `Han ${index}`, content, locale: 'ja', status: 'publish' });
}
const members = await write('/categories', {
  name: 'Members',
  access_rule: { mode: 'logged_in', teaser: 'first_section' },
});
const closed = await write('/articles', {
  title: 'Closed',
  content: 'word '.repeat(40_000),
  status: 'publish',
  categories: [members.id],
});
const changed = await write('/articles', { title: 'Changed', content: lines('a', 10_000) });
await host.request('PUT', `/vendor-kb/v1/articles/${changed.id}`, {
  as: editor,
  body: { content: lines('b', 10_000) },
});
await host.plugin('knowledge-base').searchIndex.ready();
// The first visit loads the client, which is not part of the site.
await host.visit('/admin/profile', { as: editor });

const { password } = await host.applicationPasswords.create(contributor.id, { name: 'bench' });
const manager = await host.applicationPasswords.create(editor.id, { name: 'bench' });
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', async ({ visit, reset }) => {
  if (visit) return process.send({ status: (await host.visit(visit, { as: editor })).status });
  // The first timer after a block records it.
  await setTimeout(20);
  const blocked = delay.max / 1e6;
  if (reset) delay.reset();
  process.send({ blocked });
});
process.on('disconnect', () => process.exit(0));
process.send({
  url: await host.listen(),
  contributor: `${contributor.login}:${password}`,
  manager: `${editor.login}:${manager.password}`,
  image: image.url,
  closed: new URL(closed.link).pathname,
  versions: `/admin/kb/articles/${changed.id}/versions?from=1&to=2`,
});

function lines(word, count) {
  return Array.from({ length: count }, (_, index) => `${word}${index}`).join('\n');
}
