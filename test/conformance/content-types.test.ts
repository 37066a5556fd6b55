import { definePlugin } from 'mortise';
import type { PostTypeDefinition } from 'mortise/content';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

const RECIPE: PostTypeDefinition = {
  name: 'acme_recipe',
  labels: { plural: 'Recipes', singular: 'Recipe' },
  capabilities: ['acme_recipe', 'acme_recipes'],
  rest: { base: 'recipes' },
};

/** Plugin with its own post type, taxonomy and fields. */
const recipes = (type: Partial<PostTypeDefinition> = {}) =>
  definePlugin({
    name: 'acme-dishes',
    version: '1.0.0',
    setup({ content }) {
      content.registerType({ ...RECIPE, ...type });
      content.registerTaxonomy({
        name: 'acme_cuisine',
        labels: { plural: 'Cuisines', singular: 'Cuisine' },
        types: ['acme_recipe', 'post'],
        rest: { base: 'cuisines' },
      });
      content.registerMeta('acme_recipe', 'acme_portions', {
        schema: { type: 'integer', minimum: 1, maximum: 12 },
        default: 4,
        rest: true,
      });
      content.registerMeta('acme_recipe', 'acme_allergens', { schema: { type: 'string' }, single: false, rest: true });
      content.registerMeta('acme_recipe', 'acme_cost', { schema: { type: 'number' } });
      content.registerMeta('post', 'acme_note', { schema: { type: 'string', maxLength: 5 }, rest: true });
    },
  });

describe('registered post type', () => {
  let host: TestHost;
  afterEach(() => host?.close());

  const open = async (type: Partial<PostTypeDefinition> = {}) => {
    host = await createTestHost({ plugins: [recipes(type)] });
  };
  const call = (method: string, path: string, as: number | null, body?: unknown) =>
    host.request(method, `/mortise/v1${path}`, { as, body });

  it('has routes, its own taxonomy and the same capabilities per role as posts', async () => {
    await open();
    const author = await host.createUser('author');
    const contributor = await host.createUser('contributor');
    const cuisine = await call('POST', '/cuisines', (await host.createUser('editor')).id, { name: 'Thai' });
    expect(cuisine.status).toBe(201);
    const { id: cuisineId } = cuisine.data as { id: number };
    const body = { title: 'Soup', status: 'publish', cuisines: [cuisineId] };
    const created = await call('POST', '/recipes', author.id, body);
    expect(created).toMatchObject({ status: 201, data: { type: 'acme_recipe', cuisines: [cuisineId] } });
    const refused = await call('POST', '/recipes', contributor.id, body);
    expect(refused.data).toMatchObject({
      code: 'rest_cannot_publish',
      data: { missing_capability: 'publish_acme_recipes' },
    });
    const { id } = created.data as { id: number };
    expect((await call('GET', `/recipes?cuisines=${cuisineId}`, null)).data).toMatchObject([{ id }]);
    expect((await call('GET', `/posts/${id}`, null)).status).toBe(404);
    // The taxonomy also applies to posts, and its count includes both types.
    await call('POST', '/posts', author.id, { ...body, cuisines: [cuisineId] });
    expect((await call('GET', `/cuisines/${cuisineId}`, null)).data).toMatchObject({ count: 2 });
    expect(await host.can(author, 'edit_post', await host.content.posts.get(id))).toBe(true);
    expect(await host.can(contributor, 'edit_post', await host.content.posts.get(id))).toBe(false);
  });

  it('fires save_post and save_post_{type} after the commit', async () => {
    await open();
    const heard: string[] = [];
    host.hooks.addAction('save_post', ({ title }, previous) => {
      heard.push(`any ${title} ${previous?.title ?? null}`);
    });
    host.hooks.addAction('save_post_acme_recipe', ({ title, id }) => {
      heard.push(`recipe ${title} ${id > 0}`);
    });
    host.hooks.addAction('save_post_page', () => {
      heard.push('page');
    });
    const { publishing } = host.content;
    const { id } = await publishing.create('acme_recipe', { title: 'One' }, { user: null });
    await publishing.update(id, { title: 'Two' }, { user: null });
    await expect(
      host.db.transaction(async () => {
        await publishing.update(id, { title: 'Three' }, { user: null });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(heard).toEqual(['recipe One true', 'any One null', 'recipe Two true', 'any Two One']);
  });

  it('is removed with its plugin, including its taxonomy, fields and capabilities', async () => {
    await open();
    const editor = await host.createUser('editor');
    const { data } = await call('POST', '/recipes', editor.id, { title: 'Soup', status: 'publish' });
    const { id } = data as { id: number };
    await host.plugins.deactivate('acme-dishes');
    expect((await call('GET', '/recipes', null)).data).toMatchObject({ code: 'rest_no_route' });
    expect((await call('GET', '/cuisines', null)).data).toMatchObject({ code: 'rest_no_route' });
    const post = await call('POST', '/posts', editor.id, { title: 'Plain', cuisines: [1] });
    expect(post.data).not.toHaveProperty('cuisines');
    const noted = await call('POST', '/posts', editor.id, { title: 'Noted', meta: { acme_note: 'x' } });
    expect(noted).toMatchObject({ status: 400, data: { code: 'rest_invalid_param' } });
    expect(host.access.hasCapability('edit_acme_recipes')).toBe(false);
    // Its posts remain stored, but are inaccessible until the plugin is active again.
    const stored = await host.content.posts.get(id);
    expect(stored).toMatchObject({ type: 'acme_recipe', title: 'Soup' });
    expect(await host.can(editor, 'read_post', stored)).toBe(false);
    await expect(host.content.publishing.update(id, { title: 'x' }, { user: null })).rejects.toMatchObject({
      code: 'rest_post_invalid_id',
    });
    await host.plugins.activate([recipes()]);
    expect((await call('GET', `/recipes/${id}`, null)).data).toMatchObject({ title: { rendered: 'Soup' } });
  });

  it('validates its fields and returns only those exposed in REST', async () => {
    await open();
    const { id: as } = await host.createUser('editor');
    const created = await call('POST', '/recipes', as, { title: 'Soup', meta: { acme_allergens: ['milk', 'nuts'] } });
    expect(created.data).toMatchObject({ meta: { acme_portions: 4, acme_allergens: ['milk', 'nuts'] } });
    const { id } = created.data as { id: number };
    const put = (meta: object) => call('PUT', `/recipes/${id}`, as, { meta });
    expect((await put({ acme_portions: 6 })).data).toMatchObject({
      meta: { acme_portions: 6, acme_allergens: ['milk', 'nuts'] },
    });
    for (const wrong of [
      { acme_portions: 0 },
      { acme_portions: 'six' },
      { acme_allergens: 'milk' },
      { acme_allergens: [1] },
      { acme_cost: 3 },
      { acme_note: 'x' },
      { other: 1 },
      { constructor: 1 },
    ]) {
      expect(await put(wrong)).toMatchObject({ status: 400, data: { code: 'rest_invalid_param' } });
    }
    await put({ acme_allergens: null });
    await host.content.publishing.update(id, { meta: { acme_cost: 12.5 } }, { user: null });
    expect((await call('GET', `/recipes/${id}?context=edit`, as)).data).toHaveProperty('meta', {
      acme_portions: 6,
      acme_allergens: [],
    });
    expect((await host.content.posts.get(id))?.meta).toEqual({ acme_portions: 6, acme_cost: 12.5 });
  });

  it('returns the default in place of a stored value that no longer fits the schema', async () => {
    await open();
    const { id } = await host.content.publishing.create(
      'acme_recipe',
      { title: 'x', status: 'publish' },
      { user: null },
    );
    await host.content.posts.update(id, { meta: { acme_portions: 'many' } });
    expect((await call('GET', `/recipes/${id}`, null)).data).toMatchObject({ meta: { acme_portions: 4 } });
  });

  it('is limited to users who may edit it unless it is public', async () => {
    await open({ public: false });
    const author = await host.createUser('author');
    const subscriber = await host.createUser('subscriber');
    const { data } = await call('POST', '/recipes', author.id, { title: 'Secret', status: 'publish' });
    const { id } = data as { id: number };
    for (const path of ['/recipes', `/recipes/${id}`]) {
      expect((await call('GET', path, null)).status).toBe(401);
      expect((await call('GET', path, subscriber.id)).status).toBe(403);
      expect((await call('GET', path, author.id)).status).toBe(200);
    }
  });

  it('has only the fields that it supports', async () => {
    await open({ supports: ['content'] });
    const { id: as } = await host.createUser('editor');
    const { data } = await call('POST', '/recipes', as, { title: 'x', excerpt: 'y', author: 99, parent: 7 });
    expect(data).toMatchObject({ content: { raw: '' } });
    for (const name of ['excerpt', 'author', 'featured_media', 'menu_order', 'meta', 'parent']) {
      expect(data).not.toHaveProperty(name);
    }
  });

  it.each<[string, Partial<PostTypeDefinition>, string]>([
    ['a name with capitals', { name: 'Recipe' }, 'post_type_invalid'],
    ['a name that is too long', { name: 'a'.repeat(33) }, 'post_type_invalid'],
    ['a base with a slash', { rest: { base: 'a/b' } }, 'post_type_invalid'],
    ['a base with a parameter', { rest: { base: '{id}' } }, 'post_type_invalid'],
    ['one word for one and several', { capabilities: ['fish', 'fish'] }, 'post_type_invalid'],
    ['a name that is taken', { name: 'post' }, 'post_type_exists'],
    ['the base of another type', { rest: { base: 'pages' } }, 'post_type_exists'],
    ['the base of a taxonomy', { rest: { base: 'tags' } }, 'post_type_exists'],
    ['the base of other routes', { rest: { base: 'users' } }, 'post_type_exists'],
  ])('is rejected with %s and leaves nothing behind', async (_, type, code) => {
    host = await createTestHost();
    const before = host.routes().length;
    await expect(host.plugins.activate([recipes(type)])).rejects.toMatchObject({ cause: { code } });
    expect(host.routes().length).toBe(before);
    expect(host.content.types().map(({ name }) => name)).toEqual(['post', 'page']);
  });

  it.each([
    ['a name of another field', 'acme_portions', { schema: { type: 'integer' } }, 'post_meta_exists'],
    ['a name that is none', 'a b', { schema: { type: 'integer' } }, 'post_meta_invalid'],
    ['the name of a prototype', '__proto__', { schema: { type: 'integer' } }, 'post_meta_invalid'],
    ['a default that does not fit', 'other', { schema: { type: 'integer' }, default: 'x' }, 'post_meta_invalid'],
  ] as const)('rejects a field with %s', async (_, key, definition, code) => {
    await open();
    expect(() => host.content.registerMeta('acme_recipe', key, definition)).toThrow(expect.objectContaining({ code }));
  });

  it('applies the post_link and the_content filters', async () => {
    await open();
    const { id } = await host.content.publishing.create(
      'acme_recipe',
      { title: 'Soup', status: 'publish' },
      { user: null },
    );
    host.hooks.addFilter('post_link', (link, post) =>
      post.type === 'acme_recipe' ? `https://example.com/recipes/${post.slug}` : link,
    );
    host.hooks.addFilter('the_content', (html, post) => `${html}<p>${post.id}</p>`);
    expect((await call('GET', `/recipes/${id}`, null)).data).toMatchObject({
      link: 'https://example.com/recipes/soup',
      content: { rendered: `<p>${id}</p>` },
    });
  });
});
