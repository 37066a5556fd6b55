import { HostError } from '../errors.js';

/** Fields requested with `_fields=a,b.c`, as a tree; null means all. */
export type FieldTree = ReadonlyMap<string, FieldTree | null>;

type Branch = Map<string, Branch | null>;

const MAX_NAMES = 100;
const MAX_DEPTH = 5;

/**
 * Parses `_fields`: a comma-separated string or list of names; dots select nested members.
 * @returns null when the parameter is absent or empty
 * @throws HostError 400 `rest_too_many_fields` above 100 names or 5 levels
 */
export function parseFields(value: unknown): FieldTree | null {
  if (value === undefined) return null;
  const names = [value]
    .flat()
    .filter((item) => typeof item === 'string')
    .flatMap((text) => text.split(',', MAX_NAMES + 2))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return null;
  // A name with an empty part matches no member.
  const paths = names.map((name) => name.split('.', MAX_DEPTH + 1)).filter((path) => !path.includes(''));
  if (names.length > MAX_NAMES || paths.some((path) => path.length > MAX_DEPTH)) throw tooManyFields();
  const tree: Branch = new Map();
  for (const path of paths) addPath(tree, path);
  return tree;
}

function addPath(tree: Branch, path: readonly string[]): void {
  let branch = tree;
  for (const [level, name] of path.entries()) {
    const existing = branch.get(name);
    // A whole field includes its parts.
    if (existing === null) return;
    if (level === path.length - 1) {
      branch.set(name, null);
      return;
    }
    const next: Branch = existing ?? new Map();
    branch.set(name, next);
    branch = next;
  }
}

function tooManyFields(): HostError {
  return new HostError(
    'rest_too_many_fields',
    `_fields accepts at most ${MAX_NAMES} names of ${MAX_DEPTH} levels. Leave it out to get all fields.`,
    { status: 400, maximum: MAX_NAMES, levels: MAX_DEPTH },
  );
}

/** Keeps only the requested fields, for each item if the data is a list. */
export function selectFields(data: unknown, fields: FieldTree | null): unknown {
  if (!fields || typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((item) => selectFields(item, fields));
  const selected: Record<string, unknown> = {};
  for (const [name, branch] of fields) {
    if (Object.hasOwn(data, name)) selected[name] = selectFields((data as Record<string, unknown>)[name], branch);
  }
  return selected;
}
