import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

const PATH = '/search/synonyms';

describe.each(dialects)('synonym routes on $name', (dialect) => {
  let kb: KbHost;
  const calls: unknown[] = [];

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    kb.host.hooks.addAction('vendor_kb_synonym_saved', (group, previous, { user, source }) => {
      calls.push([group.words, previous?.words ?? null, user?.id, source]);
    });
    await kb.article({ title: 'Cars', content: 'Park the car.' });
    await kb.article({ title: 'Vehicles', content: 'A vehicle of ours.' });
    await kb.host.plugin('knowledge-base').searchIndex.ready();
  });
  afterAll(() => kb?.close());

  const create = async (body: unknown, as: Role = 'kb_manager') => kb.call(as, 'POST', PATH, body);
  async function titles(q: string): Promise<string[]> {
    const { data } = await kb.call('anonymous', 'GET', `/search?q=${encodeURIComponent(q)}`);
    return (data as { results: { title: string }[] }).results.map(({ title }) => title);
  }

  it('affect searches immediately after create, update and delete', async () => {
    const answer = await create({ words: [' auto ', 'car'] });
    expect(answer).toMatchObject({ status: 201, data: { locale: 'en', words: ['auto', 'car'], also: [] } });
    const { id } = answer.data as { id: number };
    expect(answer.headers.Location).toContain(`${PATH}/${id}`);
    expect(await titles('auto')).toEqual(['Cars']);

    await kb.call('kb_manager', 'PUT', `${PATH}/${id}`, { words: ['auto'], also: ['vehicle'] });
    expect(await titles('auto')).toEqual(['Vehicles']);
    expect(await titles('vehicle')).toEqual(['Vehicles']);

    const deleted = await kb.call('kb_manager', 'DELETE', `${PATH}/${id}`);
    expect(deleted).toMatchObject({ status: 200, data: { deleted: true, previous: { id, also: ['vehicle'] } } });
    expect(await titles('auto')).toEqual([]);
    expectError(await kb.call('kb_manager', 'GET', `${PATH}/${id}`), 404, 'vendor_kb_synonym_not_found');
    const by = kb.users.kb_manager.id;
    await expect
      .poll(() => calls)
      .toEqual([
        [['auto', 'car'], null, by, 'rest'],
        [['auto'], ['auto', 'car'], by, 'rest'],
      ]);
  });

  it('pass the groups of each locale to the plugin filter', async () => {
    await create({ locale: 'DE', words: ['Handy', 'Mobiltelefon'] });
    const received: unknown[] = [];
    const registration = kb.host.hooks.addFilter('vendor_kb_synonyms', (groups, { locale }) => {
      received.push([locale, groups]);
      return groups;
    });
    await kb.article({ title: 'Mobiltelefon', content: 'Text', locale: 'de' });
    await kb.host.plugin('knowledge-base').searchIndex.rebuild();
    expect(received).toContainEqual(['de', [{ words: ['Handy', 'Mobiltelefon'], also: [] }]]);
    expect(received).not.toContainEqual([
      'en',
      expect.arrayContaining([expect.objectContaining({ words: ['Handy', 'Mobiltelefon'] })]),
    ]);
    registration.remove();
  });

  it.each([
    ['one word alone', { words: ['car'] }],
    ['the same word twice', { words: ['Car', 'cars'] }],
    ['what leads to itself', { words: ['car'], also: ['CAR'] }],
    ['no word', { words: [], also: ['car'] }],
    ['signs alone', { words: ['car', '?!'] }],
  ])('reject %s', async (_, body) => {
    const answer = await create(body);
    expectError(answer, 400, 'vendor_kb_invalid_synonym');
    expect(Object.keys((answer.data as { data: { params: object } }).data.params)).toEqual(['words']);
  });

  it('reject duplicates in any order and capitalization', async () => {
    expect(await create({ words: ['bike', 'Bicycle'] })).toMatchObject({ status: 201 });
    expectError(await create({ words: ['bicycle', 'Bike'] }), 409, 'vendor_kb_synonym_exists');
    expect(await create({ locale: 'de', words: ['bike', 'bicycle'] })).toMatchObject({ status: 201 });
  });

  it('list groups by locale, in pages', async () => {
    const { data, headers } = await kb.call('kb_manager', 'GET', `${PATH}?locale=de&per_page=1&page=2`);
    expect(data).toMatchObject([{ locale: 'de', words: ['bike', 'bicycle'] }]);
    expect(headers['X-CMS-Total']).toBe('2');
  });

  it('require permission to manage search', async () => {
    expectError(await create({ words: ['a', 'b'] }, 'anonymous'), 401, 'rest_forbidden');
    expectError(await create({ words: ['a', 'b'] }, 'editor'), 403, 'rest_forbidden');
  });

  it('take effect in other processes', async () => {
    const other = await createTestHost({ database: kb.url, plugins: [knowledgeBase()] });
    try {
      await other.plugin('knowledge-base').searchIndex.ready();
      await create({ words: ['truck', 'vehicle'] });
      await expect
        .poll(async () => (await other.request('GET', '/vendor-kb/v1/search?q=truck')).data, { timeout: 5000 })
        .toMatchObject({ total: 1 });
    } finally {
      await other.close();
    }
  });
});
