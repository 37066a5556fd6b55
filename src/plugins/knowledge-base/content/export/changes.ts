import { isDeepStrictEqual } from 'node:util';
import type { ContentFormat } from '../../../../content.js';
import { toRuleView } from '../../domain/access/access-view.js';
import { type AccessRule, type AccessRuleInput, toRule } from '../../domain/access/rule.js';
import { normaliseTags } from '../../domain/articles/article-edit.js';
import { KEYS } from '../import/build-item.js';
import { flagOf } from '../import/fields.js';
import { HIDING_KEYS } from '../import/hidden-pages.js';
import { oldPaths } from '../import/import-item.js';
import type { ImportItem } from '../import/item.js';
import type { Change } from './front-matter.js';

/** Target content of a file; null members may stay as they are. */
export interface FileChange {
  /** True for a new file, which always states its title, even if the file name implies it. */
  readonly isNew: boolean;
  readonly title: string;
  readonly slug: string;
  readonly locale: string;
  readonly description: string;
  readonly order: number;
  readonly tags: readonly string[] | null;
  readonly status: string | null;
  readonly sticky: boolean;
  readonly format: ContentFormat;
  /** Additional categories as paths below the root of the tree; the root is `/`. Null for a category. */
  readonly categories: readonly string[] | null;
  /** Whether an import reads names without a slash as one path, as in Jekyll. */
  readonly isCategoryListPath: boolean;
  readonly date: Date | null;
  readonly updated: Date | null;
  /** Old paths, normalized as by `oldPaths`. */
  readonly redirects: readonly string[];
  readonly translationKey: string | null;
  /** Access rule of its own; null to inherit from its categories. */
  readonly rule: AccessRule | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Keys that an import reads as something other than a member of `meta`. */
const RESERVED: ReadonlySet<string> = new Set([...Object.values(KEYS).flat(), 'url', 'permalink', 'published']);

/** Keys that make a page a draft, whatever its status is. */
const HIDING: ReadonlySet<string> = new Set(Object.values(HIDING_KEYS).flat());

/** Returns whether front matter can hold a member of `meta` under its own name. */
export function isWritable(member: string): boolean {
  return !RESERVED.has(member.toLowerCase());
}

/**
 * Lists the front matter changes that make an import read the wanted values; empty if it already would.
 * @param says item that an import reads from the current file
 * @param data parsed front matter
 */
export function changesFor(says: ImportItem, data: Readonly<Record<string, unknown>>, change: FileChange): Change[] {
  const changes: Change[] = [];
  const keys = new Map(Object.keys(data).map((key) => [key.toLowerCase(), key]));
  /** The key that an import reads, in order of precedence. */
  const named = (names: readonly string[], usual = names[0] ?? ''): string =>
    names.flatMap((name) => keys.get(name) ?? [])[0] ?? usual;
  const set = (names: readonly string[], value: unknown): void => {
    changes.push([named(names), value]);
  };

  if (change.isNew || says.title !== change.title) set(KEYS.title, change.title);
  if (says.slug !== change.slug) set(KEYS.slug, change.slug);
  if (says.locale.toLowerCase() !== change.locale) set(KEYS.locale, change.locale);
  if (says.description !== change.description) set(KEYS.description, change.description || undefined);
  if ((says.order ?? 0) !== change.order) set(KEYS.order, change.order);
  if (change.tags && !isSame(normaliseTags(says.tags), change.tags)) set(KEYS.tags, change.tags);
  if (change.status !== null && says.status !== change.status) changes.push(...stateChanges(data, change.status));
  if (says.sticky !== change.sticky) set(KEYS.sticky, change.sticky || undefined);
  if (says.format !== change.format) set(KEYS.format, change.format);
  if (change.categories && !isSame(categoriesOf(says), change.categories))
    set(KEYS.categories, writtenCategories(change.categories, change));
  if (change.date && says.date?.getTime() !== change.date.getTime()) set(KEYS.date, change.date.toISOString());
  if (change.updated && (says.updated ?? says.date)?.getTime() !== change.updated.getTime()) {
    set(KEYS.updated, change.updated.toISOString());
  }
  if (!isSameRule(says.access, change.rule)) set(KEYS.access, change.rule ? writtenRule(change.rule) : undefined);
  const existingPaths = oldPaths(says);
  const missing = change.redirects.filter((path) => !existingPaths.includes(path)).map((path) => `/${path}`);
  if (missing.length > 0) {
    const names = [...KEYS.aliases, ...KEYS.redirects];
    changes.push([named(names, 'aliases'), [...says.redirects, ...missing]]);
  }
  if (change.translationKey !== null && says.translationKey !== change.translationKey) {
    changes.push([
      named(KEYS.translation) === 'translationkey' ? 'translationKey' : named(KEYS.translation),
      change.translationKey,
    ]);
  }
  return [...changes, ...metaChanges(says, change.meta, named(KEYS.author))];
}

/** Compares rules. Passwords are stored as hashes, so any password in the file counts as equal. */
export function isSameRule(says: AccessRuleInput | null, rule: AccessRule | null): boolean {
  if (!says || !rule) return !says && !rule;
  return isDeepStrictEqual(toRule(says, rule.passwordHash ?? ''), rule);
}

/**
 * Writes a rule with non-default members only. A password is left out, which closes the content where it is
 * imported.
 */
export function writtenRule(rule: AccessRule): unknown {
  const { mode, ...members } = toRuleView(rule);
  const { roles, users, capability } = rule;
  const who = { mode: rule.mode, ...(roles && { roles }), ...(users && { users }), ...(capability && { capability }) };
  const usual: Readonly<Record<string, unknown>> = { ...toRuleView(toRule(who, '')) };
  const own = Object.entries(members).filter(([name, value]) => name in who || value !== usual[name]);
  return own.length === 0 ? mode : { mode, ...Object.fromEntries(own) };
}

/** An import derives the status from `draft` and `published` first, and then from `status`. */
function stateChanges(data: Readonly<Record<string, unknown>>, status: string): Change[] {
  const changes: Change[] = [];
  for (const [key, value] of Object.entries(data)) {
    const name = key.toLowerCase();
    if (name === 'draft' && status !== 'draft' && flagOf(value) === true) changes.push([key, undefined]);
    if (name === 'published' && status !== 'draft' && flagOf(value) === false) changes.push([key, undefined]);
    if (HIDING.has(name) && status !== 'draft') changes.push([key, undefined]);
    if (name === 'status' && status === 'publish') changes.push([key, undefined]);
  }
  if (status === 'draft') changes.push(['draft', true]);
  else if (status !== 'publish') changes.push(['status', status]);
  return changes;
}

function metaChanges(says: ImportItem, meta: FileChange['meta'], authorKey: string): Change[] {
  const { author, ...desired } = meta;
  const before: Record<string, unknown> = { ...says.meta };
  const keys = new Set([...Object.keys(before), ...Object.keys(desired)]);
  const changes: Change[] = [...keys]
    .filter((key) => isWritable(key) && !isSame(before[key], desired[key]))
    .map((key) => [key, desired[key]] as const);
  const name = typeof author === 'string' ? author : null;
  return name === says.author ? changes : [...changes, [authorKey, name ?? undefined] as const];
}

/** Category path below the root of a tree; the root itself is `/`. */
function nameInTree(path: readonly string[]): string {
  return path.slice(1).join('/') || '/';
}

/** Names of separate categories get a slash where an import would read them as one path. */
function writtenCategories(paths: readonly string[], { isCategoryListPath }: FileChange): readonly string[] {
  const isAmbiguous = isCategoryListPath && paths.length > 1 && !paths.some((path) => path.includes('/'));
  return isAmbiguous ? paths.map((path) => `/${path}`) : paths;
}

function categoriesOf({ otherCategoryPaths, categoryPath }: ImportItem): string[] {
  return [...new Set(otherCategoryPaths.map(nameInTree))].filter((path) => path !== nameInTree(categoryPath));
}

/** Compares values as the database stores them: equal JSON counts as equal. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
