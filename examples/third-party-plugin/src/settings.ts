import { defineSettings, type SettingsOf } from 'mortise/settings';

/** Settings page of the admin area, read with `settings.get('acme-kitchen')`. */
export const kitchen = defineSettings({
  name: 'acme-kitchen',
  title: 'Kitchen',
  description: 'Display of recipes and the weekly menu.',
  capability: 'manage_recipes',
  icon: 'settings',
  schema: {
    properties: {
      heading: { type: 'string', title: 'Heading', minLength: 1, maxLength: 100, default: 'Our recipes' },
      perPage: { type: 'integer', title: 'Recipes per page', minimum: 1, maximum: 50, default: 10 },
      menuTo: {
        type: 'string',
        title: 'Weekly menu recipient',
        description: 'Email address. Default: not sent.',
        format: 'email',
        default: '',
      },
      menuSize: { type: 'integer', title: 'Recipes in the weekly menu', minimum: 1, maximum: 7, default: 5 },
    },
  },
});

declare module 'mortise' {
  interface SettingsValues {
    'acme-kitchen': SettingsOf<typeof kitchen>;
  }
}
