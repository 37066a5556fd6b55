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
export function changesFor(says: ImportItem, data: Readonly<Record<string, unknown>>, wanted: FileChange): Change[] {
  const changes: Change[] = [];
  const keys = new Map(Object.keys(data).map((key) => [key.toLowerCase(), key]));
  /** The key that an import reads, in order of precedence. */
  const named = (names: readonly string[], usual = names[0] ?? ''): string =>
    names.flatMap((name) => keys.get(name) ?? [])[0] ?? usual;
  const set = (names: readonly string[], value: unknown): void => {
    changes.push([named(names), value]);
  };

  if (wanted.isNew || says.title !== wanted.title) set(KEYS.title, wanted.title);
  if (says.slug !== wanted.slug) set(KEYS.slug, wanted.slug);
  if (says.locale.toLowerCase() !== wanted.locale) set(KEYS.locale, wanted.locale);
  if (says.description !== wanted.description) set(KEYS.description, wanted.description || undefined);
  if ((says.order ?? 0) !== wanted.order) set(KEYS.order, wanted.order);
  if (wanted.tags && !isSame(normaliseTags(says.tags), wanted.tags)) set(KEYS.tags, wanted.tags);
  if (wanted.status !== null && says.status !== wanted.status) changes.push(...stateChanges(data, wanted.status));
  if (says.sticky !== wanted.sticky) set(KEYS.sticky, wanted.sticky || undefined);
  if (says.format !== wanted.format) set(KEYS.format, wanted.format);
  if (wanted.categories && !isSame(categoriesOf(says), wanted.categories)) set(KEYS.categories, wanted.categories);
  if (wanted.date && says.date?.getTime() !== wanted.date.getTime()) set(KEYS.date, wanted.date.toISOString());
  if (wanted.updated && (says.updated ?? says.date)?.getTime() !== wanted.updated.getTime()) {
    set(KEYS.updated, wanted.updated.toISOString());
  }
  if (!isSameRule(says.access, wanted.rule)) set(KEYS.access, wanted.rule ? writtenRule(wanted.rule) : undefined);
  const known = oldPaths(says);
  const missing = wanted.redirects.filter((path) => !known.includes(path)).map((path) => `/${path}`);
  if (missing.length > 0) {
    const names = [...KEYS.aliases, ...KEYS.redirects];
    changes.push([named(names, 'aliases'), [...says.redirects, ...missing]]);
  }
  if (wanted.translationKey !== null && says.translationKey !== wanted.translationKey) {
    changes.push([
      named(KEYS.translation) === 'translationkey' ? 'translationKey' : named(KEYS.translation),
      wanted.translationKey,
    ]);
  }
  return [...changes, ...metaChanges(says, wanted.meta, named(KEYS.author))];
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
  const { author, ...wanted } = meta;
  const before: Record<string, unknown> = { ...says.meta };
  const keys = new Set([...Object.keys(before), ...Object.keys(wanted)]);
  const changes: Change[] = [...keys]
    .filter((key) => isWritable(key) && !isSame(before[key], wanted[key]))
    .map((key) => [key, wanted[key]] as const);
  const name = typeof author === 'string' ? author : null;
  return name === says.author ? changes : [...changes, [authorKey, name ?? undefined] as const];
}

/** Category path below the root of a tree; the root itself is `/`. */
function nameInTree(path: readonly string[]): string {
  return path.slice(1).join('/') || '/';
}

function categoriesOf({ otherCategoryPaths, categoryPath }: ImportItem): string[] {
  return [...new Set(otherCategoryPaths.map(nameInTree))].filter((path) => path !== nameInTree(categoryPath));
}

/** Compares values as the database stores them: equal JSON counts as equal. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
