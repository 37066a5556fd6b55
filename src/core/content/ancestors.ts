import { invalidValue } from './post-errors.js';

/** Maximum nesting depth. It also bounds the walk up the tree. */
const MAX_DEPTH = 50;

/** An item that can be nested below others of its kind. */
export interface NestedItem {
  /** 0 for a new item. */
  readonly id: number;
  /** 0 at the top level. */
  readonly parentId: number;
}

/** Nouns for error messages. */
export interface NestedWords {
  /** `post`. */
  readonly one: string;
  /** `Posts`. */
  readonly many: string;
}

/**
 * Rejects a parent that does not exist, is the item or its descendant, or is nested too deep.
 * Run it in a transaction. `parentOf` must lock the rows it reads, so that two concurrent moves cannot form a cycle.
 * @param parentOf returns the parent's id (0 at the top level), or null if there is no item of the right type
 * @throws HostError 400 `rest_invalid_param`
 */
export async function assertAncestors(
  { id, parentId }: NestedItem,
  { one, many }: NestedWords,
  parentOf: (id: number) => Promise<number | null>,
): Promise<void> {
  let above = parentId;
  for (let depth = 1; above !== 0; depth += 1) {
    if (above === id) throw invalidValue('parent', `A ${one} cannot be its own descendant. Choose another parent.`);
    if (depth > MAX_DEPTH) throw invalidValue('parent', `${many} can nest at most ${MAX_DEPTH} levels.`);
    const next = await parentOf(above);
    if (next === null) throw invalidValue('parent', `The parent ${one} ${above} does not exist.`);
    above = next;
  }
}
