import { describe, expect, it } from 'vitest';
import { hostWithRecipes, writeSoup } from './host.js';

describe('personal data', () => {
  it('is handed over', async () => {
    const host = await hostWithRecipes();
    const { author, soup } = await writeSoup(host);
    await host.plugin('acme-recipes').cook(soup.id, 2, author);
    const groups = await host.privacy.export(await host.privacy.find(author.email));
    expect(groups).toContainEqual(
      expect.objectContaining({
        name: 'acme-recipes/recipes',
        records: [expect.objectContaining({ title: 'Onion soup' })],
      }),
    );
    expect(groups).toContainEqual(
      expect.objectContaining({
        name: 'acme-recipes/cookings',
        records: [{ recipe_id: soup.id, portions: 2, cooked_at: expect.any(String) }],
      }),
    );
  });

  it('is erased or anonymized', async () => {
    const host = await hostWithRecipes();
    const { author, soup } = await writeSoup(host);
    const recipes = host.plugin('acme-recipes');
    await recipes.cook(soup.id, 2, author);
    const person = await host.privacy.find(author.email);
    const expected = [
      expect.objectContaining({ name: 'acme-recipes/recipes', count: 1, outcome: 'detached' }),
      expect.objectContaining({ name: 'acme-recipes/cookings', count: 1, outcome: 'erased' }),
    ];

    expect(await host.privacy.erase(person, { dryRun: true })).toEqual(expect.arrayContaining(expected));
    expect((await recipes.get(soup.id))?.authorId).toBe(author.id);

    expect(await host.privacy.erase(person)).toEqual(expect.arrayContaining(expected));
    expect((await recipes.get(soup.id))?.authorId).toBeNull();
    expect(await host.db.query.selectFrom('acme_cookings').selectAll().execute()).toEqual([]);
  });
});
