import { definePlugin, type Plugin } from 'mortise';
import { registerAdmin } from './admin.js';
import { registerCapabilities } from './capabilities.js';
import { createCardStatistics } from './card-statistics.js';
import { registerCommands } from './commands.js';
import { createFurtherReading } from './further-reading.js';
import { registerChecks, registerHealth } from './health.js';
import { defineHooks } from './hooks.js';
import { registerMenu } from './menu.js';
import { registerPages } from './pages.js';
import { registerPhotos } from './photos.js';
import { registerPrivacy } from './privacy.js';
import { registerRecipeCard } from './recipe-card.js';
import { createRecipes, type Recipes } from './recipes.js';
import { registerRoutes } from './routes.js';
import { registerSearch } from './search.js';
import { kitchen } from './settings.js';
import { migrations } from './tables.js';
import { registerVisitorRoutes } from './visitors.js';
import { registerTopic } from './webhooks.js';

export type { RecipePage, RecipesPage } from './pages.js';
export type { Recipe, RecipeInput } from './recipe.js';
export type { Recipes } from './recipes.js';

declare module 'mortise' {
  interface PluginApis {
    'acme-recipes': Recipes;
  }
}

/** Recipes plugin: edited over REST and in the admin area, displayed on pages, cooked by every user. */
export function acmeRecipes(): Plugin {
  return definePlugin({
    name: 'acme-recipes',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    tablePrefix: 'acme_',
    migrations,
    setup(context) {
      const { access, admin, blocks, cli, db, doctor, health, hooks, jobs, limits, mail, outbox } = context;
      const { pages, rest, settings, signatures, site, templates, users, visitors, webhooks } = context;
      const recipes = createRecipes(db, outbox);

      defineHooks(hooks);
      registerCapabilities(access, recipes);
      settings.register(kitchen);
      registerRoutes(rest, recipes, site);
      registerVisitorRoutes({
        rest,
        recipes,
        signatures,
        limits,
        site,
        cards: createCardStatistics({ db, visitors, site }),
      });
      const furtherReading = createFurtherReading(() => context.plugin('knowledge-base'), site);
      registerPages({ pages, templates, hooks, settings, recipes, site, furtherReading });
      registerAdmin(admin, recipes);
      registerCommands(cli, recipes, users);
      registerMenu({ jobs, settings, mail, recipes, site });
      registerTopic(webhooks);
      registerHealth(health, settings);
      registerChecks(doctor, recipes);
      registerPrivacy(hooks, db);
      registerSearch(hooks, recipes, site);
      registerPhotos({ hooks, access, users, outbox, webhooks });
      registerRecipeCard({ blocks, hooks, pages, recipes, site });

      return recipes;
    },
  });
}
