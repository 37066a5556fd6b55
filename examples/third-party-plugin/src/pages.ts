import type { Site } from 'mortise';
import type { OwnedHooks } from 'mortise/hooks';
import type { OwnedPages, OwnedTemplates } from 'mortise/pages';
import type { OwnedSettings } from 'mortise/settings';
import { createStrings, type Strings } from 'mortise/text';
import type { FurtherReading } from './further-reading.js';
import type { Recipes } from './recipes.js';

/** Data of the page that lists all recipes. */
export interface RecipesPage {
  strings: Strings;
  heading: string;
  recipes: { title: string; link: string }[];
  /** Null on the first page. `nextLink` is null on the last one. */
  previousLink: string | null;
  nextLink: string | null;
}

/** Data of a recipe page. */
export interface RecipePage {
  strings: Strings;
  title: string;
  badges: string[];
  /** Paragraphs of plain text. */
  method: string[];
  portions: number;
  timesCooked: number;
  /** Related knowledge base articles that the visitor may read. */
  articles: { title: string; link: string }[];
}

declare module 'mortise' {
  interface TemplateData {
    'acme/recipes': RecipesPage;
    'acme/recipe': RecipePage;
  }
}

const CATALOGUES = {
  en: {
    'portions.one': 'For {count} person',
    'portions.other': 'For {count} people',
    'cooked.one': 'Cooked once',
    'cooked.other': 'Cooked {count} times',
    previous: 'Previous page',
    next: 'Next page',
    none: 'No recipes yet.',
    more: 'Read more',
  },
  de: {
    'portions.one': 'Für eine Person',
    'portions.other': 'Für {count} Personen',
    'cooked.one': 'Einmal gekocht',
    'cooked.other': '{count}-mal gekocht',
    previous: 'Vorige Seite',
    next: 'Nächste Seite',
    none: 'Noch keine Rezepte.',
    more: 'Mehr dazu',
  },
};

/** Registers `/recipes` and `/recipes/7` with templates that the site can override. */
export function registerPages(parts: {
  readonly pages: OwnedPages;
  readonly templates: OwnedTemplates;
  readonly hooks: OwnedHooks;
  readonly settings: OwnedSettings;
  readonly recipes: Recipes;
  readonly site: Site;
  readonly furtherReading: FurtherReading;
}): void {
  const { pages, templates, hooks, settings, recipes, site, furtherReading } = parts;
  const strings = createStrings(site.locale, CATALOGUES, { timeZone: site.timezone });
  templates.add(new URL('../templates', import.meta.url));

  pages.mount(
    '/recipes',
    async (request) => {
      if (request.path === '/') {
        const { heading, perPage } = await settings.get('acme-kitchen');
        const page = Math.max(1, Number.parseInt(String(request.query.page ?? '1'), 10) || 1);
        const found = await recipes.list({ page, perPage });
        const link = (number: number): string => site.href(`/recipes?page=${number}`);
        return pages.render(
          'acme/recipes',
          {
            strings,
            heading,
            recipes: found.recipes.map(({ id, title }) => ({ title, link: site.href(`/recipes/${id}`) })),
            previousLink: page > 1 ? link(page - 1) : null,
            nextLink: page * perPage < found.total ? link(page + 1) : null,
          },
          { request, strings, title: heading },
        );
      }

      const id = /^\/(\d+)$/.exec(request.path)?.[1];
      const recipe = id === undefined ? null : await recipes.get(Number(id));
      if (!recipe) return null;
      const badges = await hooks.applyFiltersAsync('acme_recipe_badges', [], recipe);
      return pages.render(
        'acme/recipe',
        {
          strings,
          title: recipe.title,
          badges: [...badges],
          method: recipe.method.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== ''),
          portions: recipe.portions,
          timesCooked: recipe.timesCooked,
          articles: await furtherReading(recipe, request),
        },
        { request, strings, title: recipe.title, head: { canonical: site.url(`/recipes/${recipe.id}`) } },
      );
    },
    { label: 'Recipes' },
  );
}
