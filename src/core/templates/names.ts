/**
 * All templates and their data, by name. Plugins add theirs by declaration merging:
 *
 * ```ts
 * declare module 'mortise' {
 *   interface TemplateData { 'acme/recipe': RecipePage }
 * }
 * ```
 *
 * Every field is always present; fields without a value are `null`. This lets development and tests reject templates
 * that read a field that does not exist.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface TemplateData {}
