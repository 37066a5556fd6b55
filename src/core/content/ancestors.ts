import { invalidValue } from './post-errors.js';

/** What may stand above each other: no site needs as many, and no walk shall be longer. */
const DEEPEST = 50;

/** One thing that may stand below others of its kind. */
export interface Nested {
  /** 0 for one that is new. */
  readonly id: number;
  /** 0 on the top level. */
  readonly parentId: number;
}

/** How refusals call such things. */
export interface NestedWords {
  /** `post`. */
  readonly one: string;
  /** `Posts`. */
  readonly many: string;
}

/**
 * Refuses a place below something that is not there, below itself, or too deep. Part of a transaction, with a
 * `parentOf` that keeps what it reads as it is until the end, so that two moves cannot make a circle together.
 * @param parentOf what stands above the one with this id, 0 for nothing; null when there is none of the right kind
 * @throws HostError 400 `rest_invalid_param`
 */
export async function assertAncestors(
  { id, parentId }: Nested,
  { one, many }: NestedWords,
  parentOf: (id: number) => Promise<number | null>,
): Promise<void> {
  let above = parentId;
  for (let depth = 1; above !== 0; depth += 1) {
    if (above === id) throw invalidValue('parent', `A ${one} cannot stand below itself. Choose another parent.`);
    if (depth > DEEPEST) throw invalidValue('parent', `${many} nest at most ${DEEPEST} deep.`);
    const next = await parentOf(above);
    if (next === null) throw invalidValue('parent', `There is no ${one} ${above} to be the parent.`);
    above = next;
  }
}
