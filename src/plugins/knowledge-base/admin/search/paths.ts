/** Where the pages of search are, below the admin area. */
export const SEARCH_PATH = '/kb/search';
export const STATISTICS_PATH = `${SEARCH_PATH}/statistics` as const;
export const SYNONYMS_PATH = `${SEARCH_PATH}/synonyms` as const;
export const SYNONYM_PATH = `${SYNONYMS_PATH}/{id}` as const;
export const NEW_SYNONYM_PATH = `${SYNONYMS_PATH}/new` as const;
export const IMPORT_SYNONYMS_PATH = `${SYNONYMS_PATH}/import` as const;
export const PROMOTIONS_PATH = `${SEARCH_PATH}/promotions` as const;
export const PROMOTION_PATH = `${PROMOTIONS_PATH}/{id}` as const;
export const NEW_PROMOTION_PATH = `${PROMOTIONS_PATH}/new` as const;
/** What completes the field of an article, as JSON. */
export const PROMOTABLE_PATH = `${PROMOTIONS_PATH}/articles` as const;

export function synonymPath(id: number): string {
  return SYNONYM_PATH.replace('{id}', String(id));
}

export function promotionPath(id: number): string {
  return PROMOTION_PATH.replace('{id}', String(id));
}

/** The page with the question before something is deleted. @param path of its own page */
export function deletionPath<const Path extends string>(path: Path): `${Path}/delete` {
  return `${path}/delete`;
}
