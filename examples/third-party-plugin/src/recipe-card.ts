import type { Site } from 'mortise';
import { type BlockDefinition, defineBlock, type OwnedBlocks } from 'mortise/blocks';
import type { OwnedHooks } from 'mortise/hooks';
import { escapeHtml, type OwnedPages } from 'mortise/pages';
import { metadata } from '../editor/metadata.js';
import type { Recipes } from './recipes.js';

/** Registers the recipe card block: rendered by the server, configured in the editor by the script in `editor`. */
export function registerRecipeCard(parts: {
  readonly blocks: Pick<OwnedBlocks, 'register'>;
  readonly hooks: OwnedHooks;
  readonly pages: OwnedPages;
  readonly recipes: Pick<Recipes, 'get'>;
  readonly site: Site;
}): void {
  const { blocks, hooks, pages, recipes, site } = parts;
  blocks.register(recipeCard(recipes, site));
  pages.assets('acme', new URL('../editor/', import.meta.url));
  hooks.addFilter('editor_scripts', (scripts) => [...scripts, pages.assetHref('acme/recipe-card.js')]);
}

function recipeCard(recipes: Pick<Recipes, 'get'>, site: Site): BlockDefinition {
  return defineBlock({
    metadata,
    // A single call loads all cards of an article.
    load: (cards) => Promise.all(cards.map(({ attributes }) => recipes.get(attributes.recipe))),
    render({ attributes: { showPortions } }, recipe) {
      if (!recipe) return '';
      const link = `<a href="${site.href(`/recipes/${recipe.id}`)}">${escapeHtml(recipe.title)}</a>`;
      const portions = showPortions ? ` <span class="is-portions">For ${recipe.portions}</span>` : '';
      return `<p class="wp-block-acme-recipe-card">${link}${portions}</p>`;
    },
  });
}
