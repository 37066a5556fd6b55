/**
 * Row types of all tables of the site, by name. The core and each plugin add theirs to type queries: `declare module
 * 'mortise' { interface Tables { acme_recipes: TableOf<typeof recipesTable> } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
