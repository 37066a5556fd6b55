import { stringify } from 'yaml';
import type { Users } from '../../../../access.js';
import { HostError } from '../../../../index.js';
import { trimSlashes } from '../../../../utilities.js';
import type { Categories } from '../../domain/categories/categories.js';
import { KEYS } from './build-item.js';
import { MAX_MAP_BYTES } from './formats.js';
import type { ImportItem } from './item.js';
import { readText } from './read-text.js';
import { readYaml } from './read-yaml.js';

/** Mapping of a source's terms to those of this site, given with `--map`. */
export interface ImportMap {
  /** Front matter keys of the source to ours; null to ignore a key. */
  readonly front_matter: Readonly<Record<string, string | null>>;
  /** Category paths of the source, below its root, to paths of existing categories. */
  readonly categories: Readonly<Record<string, string>>;
  /** Author names of the source to logins. */
  readonly authors: Readonly<Record<string, string>>;
  /** Import type by WordPress post type. */
  readonly types: Readonly<Record<string, 'article' | 'attachment'>>;
  /** Import type by WordPress taxonomy. */
  readonly taxonomies: Readonly<Record<string, 'category' | 'tag'>>;
  /** Access by Zendesk user segment id: a role, or `logged_in` for every account. */
  readonly segments: Readonly<Record<string, string>>;
}

/** Import map resolved to ids of this site. */
export interface MappedIds {
  /** Returns the existing category for one of the source; undefined if it is imported. */
  categoryOf(item: Pick<ImportItem, 'categoryPath' | 'slug' | 'locale'>): number | undefined;
  authorOf(name: string | null): number | undefined;
  /** Lists categories in the map that the source does not have. */
  strangeCategories(items: readonly Pick<ImportItem, 'kind' | 'categoryPath' | 'slug'>[]): string[];
}

const OUR_KEYS: ReadonlySet<string> = new Set(Object.values(KEYS).flat());

const PARTS: Readonly<
  Record<keyof ImportMap, { readonly isMeant: (value: unknown) => boolean; readonly form: string }>
> = {
  front_matter: {
    isMeant: (value) => value === null || (typeof value === 'string' && OUR_KEYS.has(value)),
    form: `null, or one of ${[...OUR_KEYS].join(', ')}`,
  },
  categories: { isMeant: isName, form: 'the path of an existing category, such as guides/start' },
  authors: { isMeant: isName, form: 'a login' },
  types: { isMeant: (value) => value === 'article' || value === 'attachment', form: 'article or attachment' },
  taxonomies: { isMeant: (value) => value === 'category' || value === 'tag', form: 'category or tag' },
  segments: { isMeant: isName, form: 'a role, or logged_in' },
};

/**
 * Reads an import map, in YAML or JSON.
 * @throws HostError 422 `vendor_kb_import_map_invalid` naming the member; those of `readText`
 */
export async function readImportMap(file: string): Promise<ImportMap> {
  return parseImportMap(await readText(file, MAX_MAP_BYTES));
}

/**
 * Parses an import map from a text.
 * @throws HostError 422 `vendor_kb_import_map_invalid` naming the member
 */
export function parseImportMap(text: string): ImportMap {
  return toImportMap(parse(text));
}

/**
 * Validates an import map.
 * @throws HostError 422 `vendor_kb_import_map_invalid` naming the member
 */
export function toImportMap(value: unknown): ImportMap {
  if (!isMapping(value)) throw invalid('it must be a mapping, such as "authors: { jane: ada }"');
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(PARTS, name))
      throw invalid(`it has an unknown part "${name}". Available: ${Object.keys(PARTS).join(', ')}`);
  }
  const part = (name: keyof ImportMap): [string, unknown][] => {
    const members = value[name] ?? {};
    if (!isMapping(members)) throw invalid(`${name} must be a mapping`);
    for (const [key, member] of Object.entries(members)) {
      if (!PARTS[name].isMeant(member)) throw invalid(`${name}."${key}" must be ${PARTS[name].form}`);
    }
    return Object.entries(members);
  };
  const names = Object.keys(PARTS) as (keyof ImportMap)[];
  return Object.fromEntries(names.map((name) => [name, Object.fromEntries(part(name))])) as unknown as ImportMap;
}

/** Writes an import map as YAML without its empty parts. */
export function writeImportMap(map: ImportMap): string {
  const filledIn = Object.entries(map).filter(([, members]) => Object.keys(members).length > 0);
  return filledIn.length === 0 ? '' : stringify(Object.fromEntries(filledIn));
}

/** Renames front matter keys to ours. A key is kept if ours is present as well. */
export function renameKeys(data: Record<string, unknown>, { front_matter }: ImportMap): Record<string, unknown> {
  const ours = new Map(Object.entries(front_matter).map(([theirs, name]) => [theirs.toLowerCase(), name]));
  const present = new Set(Object.keys(data).map((key) => key.toLowerCase()));
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
      const name = ours.get(key.toLowerCase());
      if (name === null) return [];
      return [[name === undefined || present.has(name) ? key : name, value]];
    }),
  );
}

/**
 * Resolves logins and category paths of an import map.
 * @throws HostError 422 `vendor_kb_import_map_invalid` for a login or category that does not exist
 */
export async function resolveMap(
  { users, categories }: { readonly users: Pick<Users, 'byLogin'>; readonly categories: Categories },
  map: ImportMap,
): Promise<MappedIds> {
  const authors = new Map<string, number>();
  for (const [name, login] of Object.entries(map.authors)) {
    const user = await users.byLogin(login);
    if (!user) throw invalid(`authors."${name}": no user has the login "${login}"`);
    authors.set(name, user.id);
  }
  const tree = categories.tree();
  const paths = new Map<string, string>();
  for (const [theirs, ours] of Object.entries(map.categories)) {
    if (!tree.all().some(({ path }) => path === trimSlashes(ours))) {
      throw invalid(`categories."${theirs}": the category "${ours}" does not exist. Create it first`);
    }
    paths.set(trimSlashes(theirs).toLowerCase(), trimSlashes(ours));
  }
  return {
    authorOf: (name) => (name === null ? undefined : authors.get(name)),
    categoryOf(item) {
      const ours = paths.get(pathOf(item));
      if (ours === undefined) return undefined;
      const category = tree.byPath(item.locale.toLowerCase(), ours);
      if (!category) throw invalid(`the category "${ours}" does not exist in ${item.locale}. Create it first`);
      return category.id;
    },
    strangeCategories(items) {
      const categoryPaths = new Set(items.filter(({ kind }) => kind === 'category').map(pathOf));
      return Object.keys(map.categories).filter((theirs) => !categoryPaths.has(trimSlashes(theirs).toLowerCase()));
    },
  };
}

/** Path below the root category of the source. */
function pathOf({ categoryPath, slug }: Pick<ImportItem, 'categoryPath' | 'slug'>): string {
  return [...categoryPath, slug].slice(1).join('/').toLowerCase();
}

function parse(text: string): unknown {
  // Routes and files are limited by bytes; this check covers plugins that pass their own text.
  if (text.length > MAX_MAP_BYTES) throw invalid(`it exceeds ${MAX_MAP_BYTES} characters`);
  try {
    return readYaml(text);
  } catch (error) {
    throw invalid(
      `it is not valid YAML or JSON: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`,
    );
  }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(reason: string): HostError {
  return new HostError('vendor_kb_import_map_invalid', `The map is invalid: ${reason}.`, { status: 422 });
}
