import { expect, it } from 'vitest';
import { hostWithRecipes, writeSoup } from './host.js';

it('puts recipes among what the knowledge base finds', async () => {
  const host = await hostWithRecipes();
  await writeSoup(host);
  const editor = await host.createUser('editor');
  const article = { title: 'How onions are chopped', content: 'Onions are cut in halves.', status: 'publish' };
  expect(await host.request('POST', '/vendor-kb/v1/articles', { as: editor, body: article })).toMatchObject({
    status: 201,
  });
  const found = await host.request('GET', '/vendor-kb/v1/search', { query: { q: 'onion' } });
  expect(found.data).toMatchObject({ results: [{ title: 'Onion soup' }, { title: 'How onions are chopped' }] });
});
