import { type Database, utc } from 'mortise/database';
import type { OwnedHooks } from 'mortise/hooks';

const RECIPES = { name: 'acme-recipes/recipes', label: 'Recipes' };
const COOKINGS = { name: 'acme-recipes/cookings', label: 'Cooked recipes' };

/** Exports, and erases or detaches, personal data of the plugin, which it knows by account only. */
export function registerPrivacy(hooks: OwnedHooks, db: Database): void {
  hooks.addFilter('privacy_export', async (groups, { user }) => {
    if (!user) return groups;
    const recipes = await db.query
      .selectFrom('acme_recipes')
      .select(['id', 'title', 'method', 'created_at'])
      .where('author_id', '=', user.id)
      .execute();
    const cookings = await db.query
      .selectFrom('acme_cookings')
      .select(['recipe_id', 'portions', 'cooked_at'])
      .where('user_id', '=', user.id)
      .execute();
    return [
      ...groups,
      { ...RECIPES, records: recipes.map((row) => ({ ...row, created_at: utc.decode(row.created_at).toISOString() })) },
      { ...COOKINGS, records: cookings.map((row) => ({ ...row, cooked_at: utc.decode(row.cooked_at).toISOString() })) },
    ];
  });

  hooks.addFilter('privacy_erase', async (erasures, { user }, { dryRun }) => {
    if (!user) return erasures;
    const [written, cooked] = await Promise.all([
      db.query.selectFrom('acme_recipes').select('id').where('author_id', '=', user.id).execute(),
      db.query.selectFrom('acme_cookings').select('id').where('user_id', '=', user.id).execute(),
    ]);
    if (!dryRun) {
      await db.query.updateTable('acme_recipes').set({ author_id: null }).where('author_id', '=', user.id).execute();
      await db.query.deleteFrom('acme_cookings').where('user_id', '=', user.id).execute();
    }
    return [
      ...erasures,
      {
        ...RECIPES,
        count: written.length,
        outcome: 'detached',
        reason: 'Recipes belong to the site; the author is removed.',
      },
      { ...COOKINGS, count: cooked.length, outcome: 'erased', reason: null },
    ];
  });
}
