import { fileURLToPath } from 'node:url';
import {
  type CommandContext,
  column,
  createStrings,
  type Database,
  definePlugin,
  defineTable,
  escapeHtml,
  HostError,
  type Migration,
  type PageRequest,
  type Plugin,
  type PluginContext,
  paginate,
  type Selectable,
  type Strings,
  safeHtml,
  type TableOf,
  type Tables,
  utc,
} from 'mortise';
import type { SearchResultItem } from 'mortise/plugins';

const recipesTable = defineTable(
  'acme_recipes',
  {
    id: column.id(),
    title: column.string(200),
    slug: column.key(),
    portions: column.integer(),
    cooked: column.integer().default(0),
    cooked_at: column.datetime().nullable(),
  },
  { unique: [['slug']] },
);

const migrations: readonly Migration[] = [{ name: '0001_recipes', up: (schema) => schema.createTable(recipesTable) }];

export interface Recipe {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly portions: number;
  readonly cooked: number;
  readonly cookedAt: Date | null;
}

/** What the plugin publishes to others. */
export interface Recipes {
  add(title: string, portions: number): Promise<Recipe>;
  get(id: number): Promise<Recipe>;
  list(page: number, perPage: number): Promise<{ recipes: Recipe[]; total: number }>;
  cook(id: number, portions: number): Promise<Recipe>;
}

export interface RecipePage {
  strings: Strings;
  title: string;
  note: string | null;
}

declare module 'mortise' {
  interface Actions {
    acme_recipe_cooked(recipe: Recipe, portions: number): void | Promise<void>;
  }
  interface Filters {
    acme_recipe_portions(portions: number, recipe: Recipe): number;
  }
  interface Tables {
    acme_recipes: TableOf<typeof recipesTable>;
  }
  interface Capabilities {
    cook_recipes: true;
  }
  interface TemplateData {
    'acme/recipe': RecipePage;
  }
  interface PluginApis {
    'acme-recipes': Recipes;
  }
}

/** A plugin as a third party writes it: with the public entries and nothing else. */
export function recipes(): Plugin {
  return definePlugin({
    name: 'acme-recipes',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    tablePrefix: 'acme_',
    migrations,
    setup(context) {
      const service = createRecipes(context.db);
      context.access.capability('cook_recipes', { label: 'Cook recipes', roles: ['editor'] });
      registerRoutes(context, service);
      registerPages(context, service);
      extendKnowledgeBase(context, service);
      context.cli.command('recipes list', {
        summary: 'List recipes',
        options: [{ flags: '--cooked', description: 'only those that were cooked' }],
        run: (command) => listRecipes(service, command),
      });
      return service;
    },
  });
}

function createRecipes(db: Database): Recipes {
  async function get(id: number): Promise<Recipe> {
    const row = await db.query.selectFrom('acme_recipes').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new HostError('acme_recipe_not_found', `There is no recipe ${id}.`, { status: 404 });
    return toRecipe(row);
  }
  return {
    get,
    async add(title, portions) {
      const slug = title.toLowerCase().replaceAll(' ', '-');
      return toRecipe(await db.insertOne('acme_recipes', { title, slug, portions }));
    },
    async list(page, perPage) {
      const query = db.query.selectFrom('acme_recipes');
      const rows = await query
        .selectAll()
        .orderBy('id')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute();
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { recipes: rows.map(toRecipe), total: Number(total) };
    },
    async cook(id, portions) {
      await db.transaction(() =>
        db.query
          .updateTable('acme_recipes')
          .set((eb) => ({ cooked: eb('cooked', '+', portions), cooked_at: utc.encode(new Date()) }))
          .where('id', '=', id)
          .execute(),
      );
      return get(id);
    },
  };
}

function toRecipe({ cooked_at, ...row }: Selectable<Tables['acme_recipes']>): Recipe {
  return { ...row, cookedAt: cooked_at === null ? null : utc.decode(cooked_at) };
}

function registerRoutes({ rest, hooks }: PluginContext, service: Recipes): void {
  rest.route('acme/v1', {
    method: 'GET',
    path: '/recipes',
    summary: 'List recipes',
    args: {
      page: { type: 'integer', minimum: 1, default: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    },
    permission: 'public',
    async handler({ args }) {
      const { recipes, total } = await service.list(args.page, args.per_page);
      return paginate(recipes, { page: args.page, perPage: args.per_page, total });
    },
  });
  rest.route('acme/v1', {
    method: 'POST',
    path: '/recipes/{id}/cook',
    summary: 'Cook a recipe',
    args: {
      id: { type: 'integer', minimum: 1 },
      portions: { type: 'integer', minimum: 1, maximum: 12, default: 2 },
    },
    permission: 'cook_recipes',
    async handler({ args }) {
      const portions = hooks.applyFilters('acme_recipe_portions', args.portions, await service.get(args.id));
      const recipe = await service.cook(args.id, portions);
      await hooks.doActionAsync('acme_recipe_cooked', recipe, portions);
      return recipe;
    },
  });
}

function registerPages({ templates, pages }: PluginContext, service: Recipes): void {
  templates.add(new URL('./templates/acme/', import.meta.url), { namespace: 'acme' });
  pages.assets('acme', new URL('./assets/', import.meta.url));
  pages.mount(
    '/recipes',
    async (request: PageRequest) => {
      if (request.path === '/') return null;
      const recipe = await service.get(Number(request.path.slice(1)));
      const strings = createStrings('en', { en: { 'recipe.times': 'Cooked {count} times' } });
      const note = recipe.cooked === 0 ? null : strings.text('recipe.times', { count: recipe.cooked });
      return pages.render(
        'acme/recipe',
        { strings, title: recipe.title, note },
        { request, title: recipe.title, strings, head: { stylesheets: [pages.assetHref('acme/recipes.css')] } },
      );
    },
    { label: 'Recipes' },
  );
}

function extendKnowledgeBase({ hooks, templates, plugin }: PluginContext, service: Recipes): void {
  const kb = plugin('knowledge-base');
  templates.add(new URL('./overrides/', import.meta.url));
  hooks.addFilter('vendor_kb/template_locations', (locations, template) =>
    template === 'kb/parts/search-form'
      ? [
          ...locations,
          { path: fileURLToPath(new URL('./first/', import.meta.url)), priority: 5, origin: 'acme-recipes' },
        ]
      : locations,
  );
  hooks.addFilter('vendor_kb_search_results', (results, { q }) => recipesFirst(results, q), { priority: 20 });
  hooks.addFilter('vendor_kb_nav_tree', (tree, { viewer }) => [
    ...tree,
    {
      kind: 'article',
      title: viewer ? 'My recipes' : 'All recipes',
      link: '/recipes/1',
      current: false,
      open: false,
      children: [],
    },
  ]);
  hooks.addFilter('vendor_kb_breadcrumbs', (crumbs) => [
    { label: 'Cookery', url: '/cookery', current: false },
    ...crumbs,
  ]);
  hooks.addFilter('vendor_kb_related_articles', async (articles, article) => {
    const others = await Promise.all(['basics', 'secret'].map((slug) => kb.articles.byPath(article.locale, slug)));
    return [...articles, ...others.filter((other) => other !== null)];
  });
  hooks.addAction('vendor_kb_article_saved', async (article, previous, { user }) => {
    // A published recipe comes with an entry in the table of recipes.
    if (previous !== null || user === null || !article.tags.includes('recipe')) return;
    await service.add(article.title, 4);
  });
  hooks.addAction('vendor_kb_before_article_content', (article, { echo }) => {
    echo(safeHtml(`<p class="acme">Cook ${escapeHtml(article.title)} with us</p>`));
  });
  hooks.addAction('vendor_kb_after_article_content', (_article, { viewer, echo }) => {
    echo(safeHtml(`<p class="acme">${viewer ? `Enjoy, ${escapeHtml(viewer.name)}` : 'Enjoy'}</p>`));
  });
}

function recipesFirst(results: SearchResultItem[], query: string): SearchResultItem[] {
  return results.toSorted((a, b) => Number(b.title.includes(query)) - Number(a.title.includes(query)));
}

async function listRecipes(service: Recipes, { options, output }: CommandContext): Promise<void> {
  const { recipes } = await service.list(1, 100);
  const shown = options.cooked === true ? recipes.filter((recipe) => recipe.cooked > 0) : recipes;
  output.rows(
    shown.map(({ id, title, cooked }) => ({ id, title, cooked })),
    ['id', 'title', 'cooked'],
  );
}
