import { createHash } from 'node:crypto';

/** A generated rule. Null to inherit. */
export interface DrawnRule {
  readonly mode: 'public' | 'logged_in' | 'roles' | 'users' | 'password' | 'capability' | 'nobody';
  readonly listed: boolean;
  readonly redirect_to_login: boolean;
}

export interface DrawnArticle {
  /** Indexes of categories, the primary one first. */
  readonly places: readonly number[];
  readonly rule: DrawnRule | null;
  readonly status: 'publish' | 'draft' | 'archived';
  /** Whether it had another URL before. */
  readonly moved: boolean;
}

/** The plan of a world. */
export interface DrawnWorld {
  readonly policy: 'all' | 'any' | 'primary';
  /** Parents come before their children. `parent` is the index of another category, null at the top. */
  readonly categories: readonly { readonly parent: number | null; readonly rule: DrawnRule | null }[];
  readonly articles: readonly DrawnArticle[];
}

/** Generates a world. The same seed generates the same world. */
export function drawWorld(seed: number): DrawnWorld {
  let drawn = 0;
  const below = (end: number): number => {
    drawn += 1;
    return createHash('sha256').update(`${seed}/${drawn}`).digest().readUInt32BE(0) % end;
  };
  const oneOf = <T>(...values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0];
  const many = <T>(least: number, most: number, make: (index: number) => T): T[] =>
    Array.from({ length: least + below(most - least + 1) }, (_, index) => make(index));
  const rule = (): DrawnRule | null =>
    below(3) === 0
      ? null
      : {
          mode: oneOf('public', 'logged_in', 'roles', 'users', 'password', 'capability', 'nobody'),
          listed: below(2) === 0,
          redirect_to_login: below(2) === 0,
        };
  const categories = many(2, 5, (index) => ({
    parent: index === 0 || below(2) === 0 ? null : below(index),
    rule: rule(),
  }));
  return {
    policy: oneOf('all', 'any', 'primary'),
    categories,
    articles: many(5, 9, () => ({
      places: [...new Set(many(0, 3, () => below(categories.length)))],
      rule: rule(),
      status: oneOf('publish', 'publish', 'publish', 'draft', 'archived'),
      moved: below(2) === 0,
    })),
  };
}
