import type { OwnedAdmin } from '../admin/registry.js';
import type { OwnedSettings, Settings } from './settings.js';
import { registerSettingsPage } from './settings-page.js';

/** Settings with a plugin as owner of what it registers; each group gets its page in the plugin's admin area. */
export function ownSettings(settings: Settings, admin: OwnedAdmin, owner: string): OwnedSettings {
  return {
    register(group) {
      settings.register(group, owner);
      registerSettingsPage(admin, settings, group);
    },
    // What a group's values are is the plugin's own promise: it declares SettingsValues beside the schema.
    get: (name) => settings.read(name) as Promise<never>,
    async save(name, changes) {
      await settings.save(name, changes);
    },
  };
}
