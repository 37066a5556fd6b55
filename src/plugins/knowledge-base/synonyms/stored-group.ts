import type { SynonymGroup } from '../search/synonyms.js';

/** Words of a locale that mean the same, as an editor writes them down. */
export interface LocaleGroup extends Required<SynonymGroup> {
  /** BCP 47, lower case. */
  readonly locale: string;
}

export interface StoredGroup extends LocaleGroup {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
