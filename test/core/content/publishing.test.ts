import { definePlugin, type PluginContext } from 'mortise';
import { createTestHost } from 'mortise/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { dialects, migratedDatabase } from '../../support/databases.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

it.each(dialects)('a text is sanitized if its post becomes HTML after the preparation, on $name', async (dialect) => {
  const database = await migratedDatabase(dialect);
  closers.push(database.drop);
  let content: PluginContext['content'] | undefined;
  const plugin = definePlugin({
    name: 'acme',
    version: '1.0.0',
    setup(context) {
      content = context.content;
    },
  });
  const host = await createTestHost({ database: database.url, plugins: [plugin] });
  closers.push(host.close);
  if (!content) throw new Error('The plugin was not set up.');
  const { posts, publishing } = content;
  const writer = { user: null };
  const { id } = await publishing.create('post', { title: 'Soup', content: 'x' }, writer);

  // Another writer converts the post between the preparation and the transaction.
  const get = posts.get.bind(posts);
  vi.spyOn(posts, 'get').mockImplementationOnce(async (...args) => {
    const before = await get(...args);
    await publishing.update(id, { contentFormat: 'html' }, writer);
    return before;
  });
  const { content: stored, contentFormat } = await publishing.update(id, { content: '<script>1</script>Hot' }, writer);
  expect([contentFormat, stored]).toEqual(['html', 'Hot']);
});
