import { readdirSync, readFileSync } from 'node:fs';
import type { Row } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Recipe, recipes } from './recipes/plugin.js';

const SITE_TEMPLATES = new URL('./recipes/site-templates/', import.meta.url);

describe('a plugin of a third party', () => {
  let host: TestHost;
  let address: string;
  let editor: Awaited<ReturnType<TestHost['createUser']>>;

  const text = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(address + path, { headers })).text();

  async function publish(title: string, body: Record<string, unknown> = {}): Promise<number> {
    const administrator = await host.createUser('administrator');
    const answer = await host.request('POST', '/vendor-kb/v1/articles', {
      as: administrator.id,
      body: { title, status: 'publish', content: `All about ${title}.`, ...body },
    });
    expect(answer).toMatchObject({ status: 201 });
    return (answer.data as { id: number }).id;
  }

  beforeAll(async () => {
    // The order of the list does not matter: `requires` decides.
    host = await createTestHost({ plugins: [recipes(), knowledgeBase()] });
    address = await host.listen();
    editor = await host.createUser('editor');
    const service = host.plugin('acme-recipes');
    await service.add('Onion soup', 4);
    await service.add('Bread', 2);
  });
  afterAll(() => host.close());

  it('is written with the public entries alone', () => {
    const folder = new URL('./recipes/', import.meta.url);
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
    const specifiers = files.flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\bfrom '([^']+)'/g)].map(([, specifier]) => specifier),
    );
    expect(new Set(specifiers)).toEqual(new Set(['node:url', 'mortise', 'mortise/plugins']));
  });

  describe('routes', () => {
    it('lists its table page by page, for everybody', async () => {
      const answer = await host.request('GET', '/acme/v1/recipes?per_page=1&page=2');
      expect(answer).toMatchObject({ status: 200, headers: { 'X-CMS-Total': '2', 'X-CMS-TotalPages': '2' } });
      expect(answer.data).toEqual([{ id: 2, title: 'Bread', slug: 'bread', portions: 2, cooked: 0, cookedAt: null }]);
    });

    it('asks for its own capability: 401 for visitors, 403 with its name for others, 200 for who has it', async () => {
      const subscriber = await host.createUser('subscriber');
      const cook = (as: number | null) => host.request('POST', '/acme/v1/recipes/1/cook', { as });
      expect(await cook(null)).toMatchObject({ status: 401, data: { code: 'rest_forbidden' } });
      expect(await cook(subscriber.id)).toMatchObject({
        status: 403,
        data: { code: 'rest_forbidden', data: { missing_capability: 'cook_recipes' } },
      });
      expect(await cook(editor.id)).toMatchObject({ status: 200, data: { id: 1, cooked: 2 } });
    });

    it('gets typed arguments: text becomes numbers, wrong ones are named, defaults filled in', async () => {
      const cook = (portions: unknown) =>
        host.request('POST', '/acme/v1/recipes/2/cook', { as: editor.id, body: { portions } });
      expect(await cook('3')).toMatchObject({ status: 200, data: { cooked: 3 } });
      expect(await cook(13)).toMatchObject({
        status: 400,
        data: { code: 'rest_invalid_param', data: { params: { portions: expect.any(String) } } },
      });
    });

    it('answers with the status of the HostError it throws', async () => {
      expect(await host.request('POST', '/acme/v1/recipes/99/cook', { as: editor.id })).toMatchObject({
        status: 404,
        data: { code: 'acme_recipe_not_found', message: 'There is no recipe 99.' },
      });
    });

    it('shows itself in the index, with argument types and defaults', async () => {
      const { data } = await host.request('GET', '/acme/v1');
      expect(data).toMatchObject({
        namespace: 'acme/v1',
        routes: {
          '/acme/v1/recipes/{id}/cook': {
            endpoints: [{ methods: ['POST'], args: { portions: { type: 'integer', default: 2, required: false } } }],
          },
        },
      });
    });
  });

  it('fires its own action and applies its own filter, which the site listens to', async () => {
    const cooked: [Recipe['title'], number][] = [];
    const action = host.hooks.addAction('acme_recipe_cooked', (recipe, portions) => {
      cooked.push([recipe.title, portions]);
    });
    const filter = host.hooks.addFilter('acme_recipe_portions', (portions) => portions * 2);
    await host.request('POST', '/acme/v1/recipes/2/cook', { as: editor.id, body: { portions: 2 } });
    action.remove();
    filter.remove();
    expect(cooked).toEqual([['Bread', 4]]);
  });

  describe('pages', () => {
    it('renders its template in the frame of the site, with its stylesheet and its entry in the menu', async () => {
      const html = await text('/recipes/1');
      expect(html).toContain('<article class="acme-recipe"><h1>Onion soup</h1>');
      expect(html).toContain('Cooked 2 times');
      expect(html).toMatch(/<a [^>]*href="\/recipes"[^>]*>Recipes<\/a>/);
      const stylesheet = /href="(\/_mortise\/\w+\/acme\/recipes\.css)"/.exec(html)?.[1];
      expect(stylesheet && (await text(stylesheet))).toContain('.acme');
    });

    it('leaves addresses it does not know to the site', async () => {
      expect((await fetch(`${address}/recipes/`)).status).toBe(404);
      expect((await fetch(`${address}/recipes/99`)).status).toBe(404);
    });

    it('lets the site replace a template of it', async () => {
      const other = await createTestHost({ plugins: [knowledgeBase(), recipes()], templates: SITE_TEMPLATES });
      try {
        await other.plugin('acme-recipes').add('Dumplings', 4);
        const html = await (await fetch(`${await other.listen()}/recipes/1`)).text();
        expect(html).toContain('<article class="site-recipe"><h1>Dumplings</h1></article>');
      } finally {
        await other.close();
      }
    });
  });

  describe('in the knowledge base', () => {
    beforeAll(async () => {
      await publish('Basics', { slug: 'basics' });
      await publish('Secret', { slug: 'secret', status: 'draft' });
      await publish('Plum dumplings', { slug: 'plum-dumplings', tags: ['recipe'] });
      await publish('Dumplings with plum', { slug: 'dumplings-with-plum' });
    });

    it('writes to its table when an article is saved', async () => {
      const { recipes: stored } = await host.plugin('acme-recipes').list(1, 10);
      expect(stored.map((recipe) => recipe.title)).toContain('Plum dumplings');
      expect(stored.map((recipe) => recipe.title)).not.toContain('Basics');
    });

    it('orders search results', async () => {
      const titles = async (q: string): Promise<string[]> => {
        const { data } = await host.request('GET', '/vendor-kb/v1/search', { query: { q } });
        return (data as { results: { title: string }[] }).results.map((result) => result.title);
      };
      expect(await titles('Plum')).toEqual(['Plum dumplings', 'Dumplings with plum']);
      expect(await titles('Dumplings')).toEqual(['Dumplings with plum', 'Plum dumplings']);
    });

    it('adds to the navigation, the breadcrumbs and around the text', async () => {
      const html = await text('/kb/plum-dumplings');
      expect(html).toMatch(/<a [^>]*href="\/recipes\/1"[^>]*>\s*All recipes/);
      expect(html).toContain('/cookery');
      expect(html).toContain('<p class="acme">Cook Plum dumplings with us</p>');
      expect(html).toContain('<p class="acme">Enjoy</p>');
    });

    it('adds related articles, of which only the public ones are shown, in its own template', async () => {
      const html = await text('/kb/plum-dumplings');
      const related = /<aside class="acme-related">(.*?)<\/aside>/s.exec(html)?.[1] ?? '';
      expect(related).toContain('Basics');
      expect(related).not.toContain('Secret');
    });

    it('puts a template of its own before all others', async () => {
      expect(await text('/kb')).toContain('<form class="acme-search" action="/kb/search">');
    });
  });

  it('brings a command', async () => {
    const command = host.commands().find(({ name }) => name === 'recipes list');
    const printed: Row[] = [];
    await command?.run({
      args: {},
      several: [],
      options: { cooked: true },
      signal: new AbortController().signal,
      output: {
        rows: (rows) => printed.push(...rows),
        record: () => undefined,
        text: () => undefined,
        note: () => undefined,
        warn: () => undefined,
        progress: () => ({ advance: () => undefined, stop: () => undefined }),
      },
    });
    expect(command).toMatchObject({ owner: 'acme-recipes', summary: 'List recipes' });
    expect(printed.map((row) => row.title)).toEqual(['Onion soup', 'Bread']);
  });

  it('is set up again after it was deactivated, with its data', async () => {
    const own = await createTestHost({ plugins: [knowledgeBase(), recipes()] });
    try {
      await own.plugin('acme-recipes').add('Goulash', 4);
      await own.plugins.deactivate('acme-recipes');
      expect(await own.request('GET', '/acme/v1/recipes')).toMatchObject({ status: 404 });
      expect(() => own.plugin('acme-recipes')).toThrow('"acme-recipes" is not active');
      await own.plugins.activate([recipes()]);
      expect(await own.request('GET', '/acme/v1/recipes')).toMatchObject({ status: 200, data: [{ title: 'Goulash' }] });
    } finally {
      await own.close();
    }
  });
});
