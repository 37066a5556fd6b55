import type { SynonymGroup } from '../synonyms.js';

/** Synonyms of a locale as an editor entered them. */
export interface LocaleGroup extends Required<SynonymGroup> {
  /** BCP 47, lower case. */
  readonly locale: string;
}

export interface StoredGroup extends LocaleGroup {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
