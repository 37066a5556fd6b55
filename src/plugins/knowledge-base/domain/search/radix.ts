/** The parts of MiniSearch's radix tree that are read here; the package declares the class twice. */
export interface WordTree<T> {
  readonly _tree: Branch;
  get(word: string): T | undefined;
  has(word: string): boolean;
  /** Finds words within a Levenshtein distance. */
  fuzzyGet(word: string, distance: number): ReadonlyMap<string, unknown>;
  atPrefix(prefix: string): { readonly _tree: Branch | undefined };
}

/** Edge label -> subtree. The empty label leads to the value of the word that ends here, not to a subtree. */
export interface Branch {
  keys(): Iterable<string>;
  get(label: string): Branch | undefined;
}

/**
 * Finds the shortest words with a prefix, shortest first: the likeliest completions of a half-typed word. Walks the
 * tree level by level, so the cost depends on `limit` and not on the number of words below.
 */
export function shortestWithPrefix(words: WordTree<unknown>, prefix: string, limit: number): string[] {
  const found: string[] = [];
  const byLength = new Map<number, { branch: Branch; word: string }[]>();
  let longest = prefix.length;

  const visit = (branch: Branch | undefined, word: string): void => {
    if (branch === undefined) return;
    const ofLength = byLength.get(word.length);
    if (ofLength === undefined) byLength.set(word.length, [{ branch, word }]);
    else ofLength.push({ branch, word });
    longest = Math.max(longest, word.length);
  };

  visit(words.atPrefix(prefix)._tree, prefix);
  for (let length = prefix.length; length <= longest && found.length < limit; length++) {
    for (const { branch, word } of byLength.get(length) ?? []) {
      for (const label of branch.keys()) {
        if (label === '') found.push(word);
        else visit(branch.get(label), word + label);
      }
    }
  }
  return found.slice(0, limit);
}

/** Calls `tell` for every word that begins with `prefix`, with its value. */
export function eachWithPrefix<T>(words: WordTree<T>, prefix: string, visit: (word: string, value: T) => void): void {
  const walk = (branch: Branch, word: string): void => {
    for (const label of branch.keys()) {
      const below: unknown = branch.get(label);
      if (label === '') visit(word, below as T);
      else walk(below as Branch, word + label);
    }
  };
  const top = words.atPrefix(prefix)._tree;
  if (top !== undefined) walk(top, prefix);
}

/**
 * Iterates over all words of a tree that may change during iteration. Labels are copied on entry, and branches may
 * be gone when reached. A word that moves in between can be missed.
 */
export function* wordsOf(branch: Branch, prefix = ''): Generator<string, undefined> {
  for (const label of [...branch.keys()]) {
    if (label === '') {
      yield prefix;
      continue;
    }
    const child = branch.get(label);
    if (child !== undefined) yield* wordsOf(child, prefix + label);
  }
}
