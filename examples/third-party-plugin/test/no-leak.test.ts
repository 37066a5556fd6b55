import { knowledgeBase } from 'mortise/plugins';
import { COMMON_WORD, createTestHost, expectNoLeak } from 'mortise/testing';
import { it } from 'vitest';
import { acmeRecipes } from '../src/index.js';

it('never shows a restricted article', { timeout: 120_000 }, () =>
  expectNoLeak({
    open: () => createTestHost({ plugins: [knowledgeBase(), acmeRecipes()] }),
    // Recipe related to every article.
    async prepare({ host, administrator }) {
      await host
        .plugin('acme-recipes')
        .create({ title: COMMON_WORD, method: 'Chop the onions.', portions: 4 }, administrator);
    },
    surfaces: {
      'the page of a recipe': async (viewer, { host }) =>
        (await host.visit('/recipes/1', viewer ? { as: viewer } : {})).text(),
    },
    worlds: 3,
  }),
);
