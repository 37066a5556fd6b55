/**
 * Every template and the data it gets, by name. Plugins add theirs by declaration merging:
 *
 * ```ts
 * declare module 'mortise' {
 *   interface TemplateData { 'acme/recipe': RecipePage }
 * }
 * ```
 *
 * Every field of the data is always present; what may be absent is `null`. That is what lets development and tests
 * refuse a template that reads a field that does not exist.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface TemplateData {}
