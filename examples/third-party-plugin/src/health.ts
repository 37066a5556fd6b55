import type { OwnedHealth } from 'mortise/operations';
import type { OwnedSettings } from 'mortise/settings';

/** Warns if the menu has no recipient, because the site works without it. */
export function registerHealth(health: OwnedHealth, settings: OwnedSettings): void {
  health.check('menu', async () => {
    const { menuTo } = await settings.get('acme-kitchen');
    return menuTo === ''
      ? { status: 'warn', message: 'The weekly menu has no recipient. Enter an email address in the settings.' }
      : { status: 'pass' };
  });
}
