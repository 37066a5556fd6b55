import type { FieldDefinition } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';

/** Path of the search pages, relative to the admin area. */
export const SEARCH_PATH = '/kb/search';

export const STATISTICS_PATH = `${SEARCH_PATH}/statistics` as const;

export const SYNONYMS_PATH = `${SEARCH_PATH}/synonyms` as const;

export const SYNONYM_PATH = `${SYNONYMS_PATH}/{id}` as const;

export const NEW_SYNONYM_PATH = `${SYNONYMS_PATH}/new` as const;

export const IMPORT_SYNONYMS_PATH = `${SYNONYMS_PATH}/import` as const;

export const PROMOTIONS_PATH = `${SEARCH_PATH}/promotions` as const;

export const PROMOTION_PATH = `${PROMOTIONS_PATH}/{id}` as const;

export const NEW_PROMOTION_PATH = `${PROMOTIONS_PATH}/new` as const;

/** Endpoint that completes the article field, as JSON. */
export const PROMOTABLE_PATH = `${PROMOTIONS_PATH}/articles` as const;

export function synonymPath(id: number): string {
  return SYNONYM_PATH.replace('{id}', String(id));
}

export function promotionPath(id: number): string {
  return PROMOTION_PATH.replace('{id}', String(id));
}

/** Returns the path of the deletion confirmation. @param path path of the resource's own page */
export function deletionPath<const Path extends string>(path: Path): `${Path}/delete` {
  return `${path}/delete`;
}

/** Returns the language field of synonyms and promotions. */
export function localeField(value: string, { text }: Strings): FieldDefinition {
  return {
    kind: 'text',
    name: 'locale',
    label: text('locale'),
    hint: text('locale-hint'),
    value,
    autocomplete: 'off',
    maxLength: 35,
    required: true,
  };
}
