import type { HostOptions } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { onTestFinished } from 'vitest';
import { acmeRecipes } from '../src/index.js';

/** Host with the knowledge base and the recipes, closed after the test. */
export async function hostWithRecipes(options: HostOptions = {}): Promise<TestHost> {
  const host = await createTestHost({ plugins: [knowledgeBase(), acmeRecipes()], ...options });
  onTestFinished(() => host.close());
  return host;
}

/** Creates a recipe with its own author. */
export async function writeSoup(host: TestHost) {
  const author = await host.createUser('author');
  const soup = await host
    .plugin('acme-recipes')
    .create({ title: 'Onion soup', method: 'Chop the onions.\n\nBoil them.', portions: 4 }, author);
  return { author, soup };
}
