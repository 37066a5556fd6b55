import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

const PATH = '/search/promotions';

interface Answer {
  readonly total: number;
  readonly results: readonly { readonly id: number; readonly promoted?: boolean }[];
}

describe.each(dialects)('promoted results on $name', (dialect) => {
  let kb: KbHost;
  /** Matches by title; promoted for everyone; promoted, otherwise unlisted, and for members only. */
  let heron: number;
  let pond: number;
  let members: number;

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    heron = await kb.article({ title: 'Herons', content: 'A heron.' });
    pond = await kb.article({ title: 'Pond', content: 'Water.', tags: ['wet'] });
    const access_rule = { mode: 'logged_in', listed: false };
    members = await kb.article({ title: 'For members', content: 'Fish.', access_rule });
    await kb.host.plugin('knowledge-base').searchIndex.ready();
  });
  afterAll(() => kb?.close());

  const create = (body: unknown, as: Role = 'kb_manager') => kb.call(as, 'POST', PATH, body);
  async function search(q: string, as: Role = 'anonymous', more = ''): Promise<Answer> {
    const { data } = await kb.call(as, 'GET', `/search?q=${encodeURIComponent(q)}${more}`);
    return data as Answer;
  }
  const idsOf = ({ results }: Answer) => results.map(({ id }) => id);

  it('rank first for any form of the query, only for users who may see them, and are marked', async () => {
    const answer = await create({ query: 'The Heron', articles: [members, pond] });
    expect(answer).toMatchObject({ status: 201, data: { query: 'The Heron', articles: [members, pond] } });

    const forAll = await search('herons');
    expect(forAll).toMatchObject({ total: 2, results: [{ id: pond, promoted: true }, { id: heron }] });
    expect(forAll.results[1]).not.toHaveProperty('promoted');
    expect(await search('a heron', 'subscriber')).toMatchObject({ total: 3 });
    expect(idsOf(await search('a heron', 'subscriber'))).toEqual([members, pond, heron]);
    expect(idsOf(await search('heron food'))).toEqual([heron]);
  });

  it('appear on one page each and obey the search filters', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => search('heron', 'subscriber', `&per_page=1&page=${page}`)));
    expect(pages.flatMap(idsOf)).toEqual([members, pond, heron]);
    expect(idsOf(await search('heron', 'subscriber', '&tag=wet'))).toEqual([pond]);
  });

  it('are marked on the search page', async () => {
    const response = await fetch(`${await kb.host.listen()}/kb/search?q=heron`);
    expect(await response.text()).toMatch(/Pond<\/bdi><\/a><\/h2>\s*<p class="kb-meta">Recommended<\/p>/);
  });

  it('take effect immediately when changed or deleted', async () => {
    const { data } = await kb.call('kb_manager', 'GET', PATH);
    const [{ id } = { id: 0 }] = data as { id: number }[];
    await kb.call('kb_manager', 'PATCH', `${PATH}/${id}`, { articles: [pond] });
    expect(idsOf(await search('heron', 'subscriber'))).toEqual([pond, heron]);
    await kb.call('kb_manager', 'PATCH', `${PATH}/${id}`, { query: 'stork' });
    expect(idsOf(await search('heron'))).toEqual([heron]);
    expect(idsOf(await search('storks'))).toEqual([pond]);
    expect(await kb.call('kb_manager', 'DELETE', `${PATH}/${id}`)).toMatchObject({ data: { deleted: true } });
    expect(idsOf(await search('stork'))).toEqual([]);
    expectError(await kb.call('kb_manager', 'GET', `${PATH}/${id}`), 404, 'vendor_kb_promotion_not_found');
  });

  it('lose a permanently deleted article', async () => {
    const late = await kb.article({ title: 'Late', content: 'Late' });
    const answer = await create({ query: 'later', articles: [late, pond] });
    await kb.call('administrator', 'DELETE', `/articles/${late}?force=true`);
    const { id } = answer.data as { id: number };
    expect(await kb.call('kb_manager', 'GET', `${PATH}/${id}`)).toMatchObject({ data: { articles: [pond] } });
  });

  it('are unique per query words, and reject empty queries, missing articles and other roles', async () => {
    await create({ query: 'bird food', articles: [pond] });
    expectError(await create({ query: 'Food for birds', articles: [pond] }), 409, 'vendor_kb_promotion_exists');
    expectError(await create({ query: '?!', articles: [pond] }), 400, 'vendor_kb_invalid_promotion');
    expectError(await create({ query: 'x y', articles: [999_999] }), 404, 'vendor_kb_article_not_found');
    expectError(await create({ query: 'x y', articles: [] }), 400, 'rest_invalid_param');
    expectError(await create({ query: 'x y', articles: [pond] }, 'editor'), 403, 'rest_forbidden');
  });
});
