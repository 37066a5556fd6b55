import type SearchableMap from 'minisearch/SearchableMap';

/**
 * The shortest keys that begin with `prefix`, shorter ones first: for a half-typed word these are the likeliest
 * continuations. Walks the tree level by level, so the cost follows `limit` and not the number of keys below.
 */
export function shortestWithPrefix<T>(map: SearchableMap<T>, prefix: string, limit: number): [key: string, value: T][] {
  const found: [string, T][] = [];
  const byLength: { branch: SearchableMap<T>['_tree']; key: string }[][] = [];
  byLength[prefix.length] = [{ branch: map.atPrefix(prefix)._tree, key: prefix }];
  for (let length = prefix.length; length < byLength.length && found.length < limit; length++) {
    for (const { branch, key } of byLength[length] ?? []) {
      if (branch === undefined) continue;
      for (const edge of branch.keys()) {
        const child = branch.get(edge);
        if (edge === '') {
          if (found.length < limit) found.push([key, map.get(key) as T]);
        } else if (child !== undefined) {
          const longer = key + edge;
          const siblings = byLength[longer.length];
          if (siblings === undefined) byLength[longer.length] = [{ branch: child, key: longer }];
          else siblings.push({ branch: child, key: longer });
        }
      }
    }
  }
  return found;
}
