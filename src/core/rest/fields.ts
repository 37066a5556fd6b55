/** The fields a caller asked for with `_fields=a,b.c`: a tree, or null when everything is wanted. */
export type FieldTree = ReadonlyMap<string, FieldTree | null>;

/**
 * Reads `_fields`: a comma list or a list of names, dots go into members (host.md row 35).
 * @returns null when the parameter is absent or names nothing
 */
export function parseFields(value: unknown): FieldTree | null {
  if (value === undefined) return null;
  const names = [value]
    .flat()
    .filter((item) => typeof item === 'string')
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  const tree = new Map<string, FieldTree | null>();
  for (const name of names) addPath(tree, name.split('.'));
  return tree;
}

function addPath(tree: Map<string, FieldTree | null>, [head = '', ...rest]: string[]): void {
  const existing = tree.get(head);
  if (rest.length === 0 || existing === null) {
    tree.set(head, null);
    return;
  }
  const branch = new Map(existing);
  addPath(branch, rest);
  tree.set(head, branch);
}

/** Keeps only the wanted fields, of each item where the data is a list. */
export function selectFields(data: unknown, fields: FieldTree | null): unknown {
  if (!fields || typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => selectFields(item, fields));
  const selected: Record<string, unknown> = {};
  for (const [name, branch] of fields) {
    if (Object.hasOwn(data, name)) selected[name] = selectFields((data as Record<string, unknown>)[name], branch);
  }
  return selected;
}
