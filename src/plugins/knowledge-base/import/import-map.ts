import { stringify } from 'yaml';
import { HostError, trimSlashes } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { KEYS } from './build-item.js';
import { MAX_MAP_BYTES } from './formats.js';
import type { ImportItem } from './item.js';
import { readText } from './read-text.js';
import { readYaml } from './read-yaml.js';

/** What the words of a source mean here: what `--map` names. */
export interface ImportMap {
  /** Keys of front matter, ours or null to leave them out, by theirs. */
  readonly front_matter: Readonly<Record<string, string | null>>;
  /** Paths of categories that are here, by the paths of theirs below the top of the source. */
  readonly categories: Readonly<Record<string, string>>;
  /** Logins, by the authors that the source names. */
  readonly authors: Readonly<Record<string, string>>;
  /** What the types of a WordPress site become. */
  readonly types: Readonly<Record<string, 'article' | 'attachment'>>;
  /** The same of its taxonomies. */
  readonly taxonomies: Readonly<Record<string, 'category' | 'tag'>>;
  /** Who is in the segments of users of a Zendesk site, by their ids: whoever has a role, or an account (`logged_in`). */
  readonly segments: Readonly<Record<string, string>>;
}

/** The same in ids of this site. */
export interface MappedIds {
  /** The category that one of the source is here; undefined for one that comes with it. */
  categoryOf(item: Pick<ImportItem, 'categoryPath' | 'slug' | 'locale'>): number | undefined;
  authorOf(name: string | null): number | undefined;
  /** Categories that the map names and the source does not have. */
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
  categories: { isMeant: isName, form: 'the path of a category that is here, such as guides/start' },
  authors: { isMeant: isName, form: 'a login' },
  types: { isMeant: (value) => value === 'article' || value === 'attachment', form: 'article or attachment' },
  taxonomies: { isMeant: (value) => value === 'category' || value === 'tag', form: 'category or tag' },
  segments: { isMeant: isName, form: 'a role, or logged_in' },
};

/**
 * Reads a map: YAML, which JSON is too.
 * @throws HostError 422 `vendor_kb_import_map_invalid` that names the member; those of `readText`
 */
export async function readImportMap(file: string): Promise<ImportMap> {
  return parseImportMap(await readText(file, MAX_MAP_BYTES));
}

/** The same of a text. @throws HostError 422 `vendor_kb_import_map_invalid` that names the member */
export function parseImportMap(text: string): ImportMap {
  return toImportMap(parse(text));
}

/** @throws HostError 422 `vendor_kb_import_map_invalid` that names the member */
export function toImportMap(value: unknown): ImportMap {
  if (!isMapping(value)) throw invalid('it must be a mapping, such as "authors: { jane: ada }"');
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(PARTS, name)) throw invalid(`it has no "${name}", only ${Object.keys(PARTS).join(', ')}`);
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

/** A map as people write it; what it does not say is left out. */
export function writeImportMap(map: ImportMap): string {
  const said = Object.entries(map).filter(([, members]) => Object.keys(members).length > 0);
  return said.length === 0 ? '' : stringify(Object.fromEntries(said));
}

/** Front matter under our names; a key that is there under ours as well stays what it was. */
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

/** @throws HostError 422 `vendor_kb_import_map_invalid` for what it names and is not here */
export async function resolveMap({ users, categories }: KnowledgeBase, map: ImportMap): Promise<MappedIds> {
  const authors = new Map<string, number>();
  for (const [name, login] of Object.entries(map.authors)) {
    const user = await users.byLogin(login);
    if (!user) throw invalid(`authors."${name}": nobody here has the login "${login}"`);
    authors.set(name, user.id);
  }
  const tree = categories.tree();
  const paths = new Map<string, string>();
  for (const [theirs, ours] of Object.entries(map.categories)) {
    if (!tree.all().some(({ path }) => path === trimSlashes(ours))) {
      throw invalid(`categories."${theirs}": there is no category "${ours}" here. Create it first`);
    }
    paths.set(trimSlashes(theirs).toLowerCase(), trimSlashes(ours));
  }
  return {
    authorOf: (name) => (name === null ? undefined : authors.get(name)),
    categoryOf(item) {
      const ours = paths.get(pathOf(item));
      if (ours === undefined) return undefined;
      const category = tree.byPath(item.locale.toLowerCase(), ours);
      if (!category) throw invalid(`the category "${ours}" is not here in ${item.locale}. Create it first`);
      return category.id;
    },
    strangeCategories(items) {
      const known = new Set(items.filter(({ kind }) => kind === 'category').map(pathOf));
      return Object.keys(map.categories).filter((theirs) => !known.has(trimSlashes(theirs).toLowerCase()));
    },
  };
}

/** Below the category that is the source as a whole. */
function pathOf({ categoryPath, slug }: Pick<ImportItem, 'categoryPath' | 'slug'>): string {
  return [...categoryPath, slug].slice(1).join('/').toLowerCase();
}

function parse(text: string): unknown {
  // Routes and files are bounded by bytes; this holds for plugins that call with a text of their own.
  if (text.length > MAX_MAP_BYTES) throw invalid(`it is longer than ${MAX_MAP_BYTES} characters`);
  try {
    return readYaml(text);
  } catch (error) {
    throw invalid(
      `it is no valid YAML or JSON: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`,
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
  return new HostError('vendor_kb_import_map_invalid', `The map cannot be used: ${reason}.`, { status: 422 });
}
