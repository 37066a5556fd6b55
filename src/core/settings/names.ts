/**
 * Values of every settings group, by name. Plugins add theirs by declaration merging:
 *
 * ```ts
 * export const shop = defineSettings({ name: 'acme-shop', ... });
 * declare module 'mortise' {
 *   interface SettingsValues { 'acme-shop': SettingsOf<typeof shop> }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface SettingsValues {}

/** Name of a declared settings group. */
export type SettingsName = keyof SettingsValues & string;
