import { describe, expect, it } from 'vitest';
import { hostWithRecipes, writeSoup } from './host.js';

describe('writing recipes', () => {
  it('lets authors write, and tells everybody what they wrote', async () => {
    const host = await hostWithRecipes();
    const author = await host.createUser('author');
    const written = await host.request('POST', '/acme/v1/recipes', { as: author, body: { title: 'Bread' } });
    expect(written).toMatchObject({ status: 201, data: { title: 'Bread', portions: 4, author: author.id } });

    const listed = await host.request('GET', '/acme/v1/recipes');
    expect(listed).toMatchObject({ status: 200, data: [{ title: 'Bread' }], headers: { 'X-CMS-Total': '1' } });
  });

  it('finds by a part of the title, in which no letter is special', async () => {
    const host = await hostWithRecipes();
    const author = await host.createUser('author');
    for (const title of ['100% rye bread', '100 pancakes']) {
      await host.request('POST', '/acme/v1/recipes', { as: author, body: { title } });
    }
    const found = await host.request('GET', '/acme/v1/recipes', { query: { search: '100%' } });
    expect(found.data).toMatchObject([{ title: '100% rye bread' }]);
    expect(found.headers).toMatchObject({ 'X-CMS-Total': '1' });
  });

  it('refuses visitors and those who may not write', async () => {
    const host = await hostWithRecipes();
    const reader = await host.createUser('subscriber');
    const body = { title: 'Bread' };
    expect(await host.request('POST', '/acme/v1/recipes', { body })).toMatchObject({ status: 401 });
    expect(await host.request('POST', '/acme/v1/recipes', { as: reader, body })).toMatchObject({
      status: 403,
      data: { data: { missing_capability: 'edit_recipes' } },
    });
  });

  it('refuses what is no recipe, and names everything that is wrong', async () => {
    const host = await hostWithRecipes();
    const author = await host.createUser('author');
    const answer = await host.request('POST', '/acme/v1/recipes', { as: author, body: { title: '', portions: 13 } });
    expect(answer).toMatchObject({ status: 400, data: { code: 'rest_invalid_param' } });
    expect(answer.data).toMatchObject({
      data: { params: { title: expect.any(String), portions: expect.any(String) } },
    });
  });
});

describe('recipe ownership', () => {
  it('lets only the author and editors change and delete a recipe', async () => {
    const host = await hostWithRecipes();
    const { author, soup } = await writeSoup(host);
    const other = await host.createUser('author');
    const path = `/acme/v1/recipes/${soup.id}`;

    expect(await host.request('PUT', path, { as: other, body: { title: 'Mine' } })).toMatchObject({
      status: 403,
      data: { data: { missing_capability: 'edit_recipe', missing_capabilities: ['edit_others_recipes'] } },
    });
    expect(await host.request('DELETE', path, { as: other })).toMatchObject({ status: 403 });

    expect(await host.request('PUT', path, { as: author, body: { portions: 6 } })).toMatchObject({
      status: 200,
      data: { title: 'Onion soup', portions: 6 },
    });
    expect(await host.request('DELETE', path, { as: author })).toMatchObject({ status: 204 });
    expect(await host.request('GET', path)).toMatchObject({ status: 404, data: { code: 'acme_recipe_missing' } });
  });

  it('lets editors change the recipes of others', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    const editor = await host.createUser('editor');
    const changed = await host.request('PUT', `/acme/v1/recipes/${soup.id}`, { as: editor, body: { title: 'Soup' } });
    expect(changed).toMatchObject({ status: 200, data: { title: 'Soup' } });
  });

  it('answers 404 about a recipe that is not there', async () => {
    const host = await hostWithRecipes();
    const author = await host.createUser('author');
    expect(await host.request('PUT', '/acme/v1/recipes/99', { as: author })).toMatchObject({ status: 404 });
    expect(await host.request('PUT', '/acme/v1/recipes/99')).toMatchObject({ status: 401 });
  });

  it('explains at a terminal who may', async () => {
    const host = await hostWithRecipes();
    const { author, soup } = await writeSoup(host);
    expect(await host.can(author, 'edit_recipe', soup)).toBe(true);
    expect(await host.can(await host.createUser('author'), 'edit_recipe', soup)).toBe(false);
    expect(await host.access.load('edit_recipe', String(soup.id))).toEqual(soup);
  });
});

describe('cooking', () => {
  it('counts and announces what was cooked', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    const cook = await host.createUser('subscriber');
    const heard: unknown[] = [];
    host.hooks.addAction(
      'acme_recipe_cooked',
      (recipe, portions) => {
        heard.push([recipe.title, recipe.timesCooked, portions]);
      },
      { owner: 'test' },
    );

    const answer = await host.request('POST', `/acme/v1/recipes/${soup.id}/cook`, { as: cook, body: { portions: 3 } });
    expect(answer).toMatchObject({ status: 200, data: { times_cooked: 1 } });
    expect(heard).toEqual([['Onion soup', 1, 3]]);
  });

  it('is limited to ten times a minute for each cook', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    const [ada, bob] = [await host.createUser('subscriber'), await host.createUser('subscriber')];
    const root = await host.listen();
    const cook = async ({ id, login }: { id: number; login: string }) => {
      const { password } = await host.applicationPasswords.create(id, { name: 'Test' });
      const authorization = `Basic ${btoa(`${login}:${password}`)}`;
      return () => fetch(`${root}/api/acme/v1/recipes/${soup.id}/cook`, { method: 'POST', headers: { authorization } });
    };
    const adaCooks = await cook(ada);
    for (let times = 0; times < 10; times += 1) expect((await adaCooks()).status).toBe(200);
    const refused = await adaCooks();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);

    const bobCooks = await cook(bob);
    expect((await bobCooks()).status).toBe(200);
  });
});
