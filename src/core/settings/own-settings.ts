import type { OwnedAdmin } from '../admin/registry.js';
import type { OwnedSettings, Settings } from './settings.js';
import { registerSettingsPage } from './settings-page.js';

/** Settings API bound to a plugin. Each group gets a page in the plugin's admin area. */
export function ownSettings(settings: Settings, admin: OwnedAdmin, owner: string): OwnedSettings {
  return {
    register(group) {
      settings.register(group, owner);
      registerSettingsPage(admin, settings, group);
    },
    // The cast relies on the plugin, which declares SettingsValues together with the schema.
    get: (name) => settings.read(name) as Promise<never>,
    async save(name, changes) {
      await settings.save(name, changes);
    },
  };
}
