/**
 * 'mortise/settings': settings with a page in the admin area, and single options.
 *
 *     export const kitchen = defineSettings({ name: 'acme-kitchen', title: 'Kitchen', capability, schema });
 */

export type { OptionDefinition } from './core/options/definition.js';
export type { OptionEntry, OptionHandle, Options, OwnedOptions } from './core/options/options.js';
export { defineSettings, type SettingSchema, type SettingsGroup, type SettingsOf } from './core/settings/group.js';
export { createSettingTexts, type SettingTexts } from './core/settings/setting-texts.js';
export type { OwnedSettings, Settings } from './core/settings/settings.js';
