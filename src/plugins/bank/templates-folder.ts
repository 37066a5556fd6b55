/** Templates and assets. Built, the plugin is one file in the place of this one: from deeper down it would be another folder. */
export const TEMPLATES_FOLDER = new URL('../../../templates/bank/', import.meta.url);
