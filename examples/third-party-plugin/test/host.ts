import type { HostOptions } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { onTestFinished } from 'vitest';
import { acmeRecipes } from '../src/index.js';

/** A host with the knowledge base and the recipes, closed when the test is over. */
export async function hostWithRecipes(options: HostOptions = {}): Promise<TestHost> {
  const host = await createTestHost({ plugins: [knowledgeBase(), acmeRecipes()], ...options });
  onTestFinished(() => host.close());
  return host;
}

/** A recipe of its own author. */
export async function writeSoup(host: TestHost) {
  const author = await host.createUser('author');
  const soup = await host
    .plugin('acme-recipes')
    .create({ title: 'Onion soup', method: 'Chop the onions.\n\nBoil them.', portions: 4 }, author);
  return { author, soup };
}
