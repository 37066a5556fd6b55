import type { OwnedDoctor, OwnedHealth } from 'mortise/operations';
import type { OwnedSettings } from 'mortise/settings';
import type { Recipes } from './recipes.js';

/** Warns if the menu has no recipient, because the site works without it. */
export function registerHealth(health: OwnedHealth, settings: OwnedSettings): void {
  health.check('menu', async () => {
    const { menuTo } = await settings.get('acme-kitchen');
    return menuTo === ''
      ? { status: 'warn', message: 'The weekly menu has no recipient. Enter an email address in the settings.' }
      : { status: 'pass' };
  });
}

/** Lists recipes without a method, for `mortise doctor` and the admin area. */
export function registerChecks(doctor: OwnedDoctor, recipes: Recipes): void {
  doctor.check({
    name: 'recipes-without-method',
    title: 'Recipes without a method',
    hint: 'Complete these recipes, or delete them.',
    async find() {
      const { recipes: all } = await recipes.list({ page: 1, perPage: 1000 });
      return all.filter(({ method }) => method.trim() === '').map(({ id, title }) => ({ subject: id, message: title }));
    },
  });
}
