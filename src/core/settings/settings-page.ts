import { adminForm } from '../admin/form.js';
import type { OwnedAdmin } from '../admin/registry.js';
import type { SettingsGroup } from './group.js';
import type { OwnedSettings, Settings } from './settings.js';
import { settingsFields, submittedSettings } from './settings-form.js';

/** Registers the page of a group: a form generated from its schema, and a reset to the defaults. */
function registerSettingsPage(own: OwnedAdmin, settings: Settings, group: SettingsGroup): void {
  const { name, description } = group;
  const path = `/settings/${name}` as const;
  own.page({
    path: path as string,
    title: group.title,
    capability: group.capability,
    section: group.section ?? 'settings',
    icon: group.icon ?? 'settings',
    ...(group.order === undefined ? {} : { order: group.order }),
    template: 'core/admin/forms',
    heading: () => (description === undefined ? {} : { lead: description }),
    async load(request) {
      const { strings, link, query } = request;
      const base = { strings, definitions: [], items: [] };
      if (query.confirm === 'reset') {
        const form = adminForm(request, {
          action: 'reset',
          description: strings.text('settings.reset-question'),
          fields: [],
          submit: strings.text('settings.reset'),
          danger: true,
          cancel: { label: strings.text('admin.cancel'), link: link(path) },
        });
        return { ...base, forms: [form], links: [] };
      }
      const fields = settingsFields(group, await settings.read(name), strings);
      return {
        ...base,
        forms: [adminForm(request, { action: 'save', fields })],
        links: [{ label: strings.text('settings.reset-link'), link: link(path, { confirm: 'reset' }), danger: false }],
      };
    },
    actions: {
      async save({ user, strings }, form) {
        const changed = await settings.save(name, submittedSettings(group, form), user);
        return { notice: strings.text(changed.length > 0 ? 'settings.saved' : 'settings.unchanged') };
      },
      async reset({ user, strings }) {
        await settings.reset(name, user);
        return { to: path, notice: strings.text('settings.was-reset') };
      },
    },
  });
}

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
