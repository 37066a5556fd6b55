import type { OwnedHealth, OwnedSettings } from 'mortise';

/** Warns if the menu has no recipient, because the site works without it. */
export function registerHealth(health: OwnedHealth, settings: OwnedSettings): void {
  health.check('menu', async () => {
    const { menuTo } = await settings.get('acme-kitchen');
    return menuTo === ''
      ? { status: 'warn', message: 'Nobody gets the weekly menu: name an address in the settings of the kitchen.' }
      : { status: 'pass' };
  });
}
