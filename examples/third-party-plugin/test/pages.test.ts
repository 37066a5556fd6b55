import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostWithRecipes, writeSoup } from './host.js';

describe('the pages', () => {
  it('show a recipe with what other plugins say beside its title', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    host.hooks.addFilter('acme_recipe_badges', (badges) => [...badges, 'Vegan', '<b>'], { owner: 'test' });
    const html = await (await host.visit(`/recipes/${soup.id}`)).text();
    expect(html).toContain('<h1>Onion soup</h1>');
    expect(html).toContain('<p>Vegan · &#60;b&#62;</p>');
    expect(html).toContain('For 4 people');
  });

  it('answer 404 for a recipe that is not there', async () => {
    const host = await hostWithRecipes();
    expect((await host.visit('/recipes/99')).status).toBe(404);
  });

  it('list recipes, as many on a page as the settings say', async () => {
    const host = await hostWithRecipes();
    await writeSoup(host);
    await writeSoup(host);
    await host.settings.save('acme-kitchen', { heading: 'Grandmother cooks', perPage: 1 });
    const html = await (await host.visit('/recipes')).text();
    expect(html).toContain('<h1>Grandmother cooks</h1>');
    expect(html.match(/Onion soup/g)).toHaveLength(1);
    expect(html).toContain('/recipes?page=2');
  });

  it("are made of the site's template where it has one", async () => {
    const host = await hostWithRecipes({ templates: fileURLToPath(new URL('../site/templates', import.meta.url)) });
    const { soup } = await writeSoup(host);
    const html = await (await host.visit(`/recipes/${soup.id}`)).text();
    expect(html).toContain('<h1>Cook Onion soup!</h1>');
  });
});

describe('the admin area', () => {
  it('lists recipes only for users who manage them', async () => {
    const host = await hostWithRecipes();
    const { author } = await writeSoup(host);
    const editor = await host.createUser('editor');
    expect(await (await host.visit('/admin/recipes', { as: editor })).text()).toContain('Onion soup');
    expect((await host.visit('/admin/recipes', { as: author })).status).toBe(403);
    expect((await host.visit('/admin/recipes')).headers.get('Location')).toContain('/admin/login');
  });

  it('adds a recipe, and shows the form again with what is wrong', async () => {
    const host = await hostWithRecipes();
    const editor = await host.createUser('editor');
    const refused = await host.submit('/admin/recipes/add', 'add', { title: 'Tea', portions: 13 }, { as: editor });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('Write a number from 1 to 12.');

    const added = await host.submit('/admin/recipes/add', 'add', { title: 'Tea', portions: 2 }, { as: editor });
    expect([added.status, added.headers.get('Location')]).toEqual([303, '/admin/recipes']);
    const { recipes } = await host.plugin('acme-recipes').list({ page: 1, perPage: 10 });
    expect(recipes).toMatchObject([{ title: 'Tea', portions: 2, authorId: editor.id }]);
  });

  it('asks before it deletes', async () => {
    const host = await hostWithRecipes();
    const { soup } = await writeSoup(host);
    const editor = await host.createUser('editor');
    const path = `/admin/recipes/${soup.id}/delete`;
    expect(await (await host.visit(path, { as: editor })).text()).toContain('Onion soup');
    expect((await host.submit(path, 'delete', {}, { as: editor })).status).toBe(303);
    expect(await host.plugin('acme-recipes').get(soup.id)).toBeNull();
  });

  it('has a page for the settings of the kitchen, where an address may be left empty and not be wrong', async () => {
    const host = await hostWithRecipes();
    const editor = await host.createUser('editor');
    const save = (menuTo: string) =>
      host.submit(
        '/admin/settings/acme-kitchen',
        'save',
        { heading: 'Soups', perPage: 5, menuTo, menuSize: 5 },
        { as: editor },
      );
    expect((await save('')).status).toBe(303);
    expect(await host.settings.read('acme-kitchen')).toMatchObject({ heading: 'Soups', perPage: 5, menuTo: '' });
    expect((await save('nobody')).status).toBe(400);
  });
});
