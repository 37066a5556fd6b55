/**
 * Values of every option, by name. Plugins add theirs by declaration merging:
 *
 * ```ts
 * declare module 'mortise' {
 *   interface OptionValues { acme_oven_degrees: number }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface OptionValues {}

/** Name of a declared option. */
export type OptionName = keyof OptionValues & string;
