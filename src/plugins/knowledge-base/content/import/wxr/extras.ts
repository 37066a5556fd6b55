import { createHash } from 'node:crypto';
import type { ContentFormat } from '../../../../../content.js';
import type { RuleView } from '../../../domain/access/access-view.js';

/** Custom field of posts and categories for data that WordPress cannot express: JSON written by our exports. */
export const EXTRAS_FIELD = '_mortise';

/** Extra data of an article. */
export interface ArticleExtras {
  readonly locale: string;
  readonly format: ContentFormat;
  /** Exact text. Titles in the file are HTML, which collapses spaces. */
  readonly title: string;
  readonly excerpt: string;
  /** Original text and the hash of its form in the file, if they differ. */
  readonly source: { readonly text: string; readonly sha256: string } | null;
  readonly archived: boolean;
  /** Null to inherit from its categories. */
  readonly access: RuleView | null;
  /** Metadata under front matter names. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Equal for translations of the same article; empty for none. */
  readonly translation: string;
  /** Additional search words. */
  readonly searchAliases: readonly string[];
}

/** Extra data of a category. */
export interface CategoryExtras {
  readonly locale: string;
  readonly slug: string;
  /** Path of its page. */
  readonly address: string;
  /** Markdown text. */
  readonly description: string;
  readonly order: number;
  readonly access: RuleView | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

const FORMATS: readonly ContentFormat[] = ['markdown', 'blocks', 'html'];

/** Reads an article's custom field; null if it is foreign or damaged. */
export function readArticleExtras(text: string | undefined): ArticleExtras | null {
  const data = objectOf(text);
  const format = FORMATS.find((candidate) => candidate === data?.format);
  if (!data || format === undefined || typeof data.locale !== 'string') return null;
  const source = isObject(data.source) ? data.source : {};
  return {
    locale: data.locale,
    format,
    archived: data.archived === true,
    title: textOf(data.title),
    excerpt: textOf(data.excerpt),
    source:
      typeof source.text === 'string' && typeof source.sha256 === 'string'
        ? { text: source.text, sha256: source.sha256 }
        : null,
    access: ruleOf(data.access),
    meta: isObject(data.meta) ? data.meta : {},
    translation: textOf(data.translation),
    searchAliases: textsOf(data.searchAliases),
  };
}

/** Reads a category's custom field; null if it is foreign or damaged. */
export function readCategoryExtras(text: string | undefined): CategoryExtras | null {
  const data = objectOf(text);
  if (!data || typeof data.locale !== 'string' || typeof data.slug !== 'string') return null;
  return {
    locale: data.locale,
    slug: data.slug,
    access: ruleOf(data.access),
    address: textOf(data.address),
    description: textOf(data.description),
    order: Number.isSafeInteger(data.order) ? Number(data.order) : 0,
    meta: isObject(data.meta) ? data.meta : {},
  };
}

/** Hashes a text as it is in the file. If WordPress changed it, the hash differs and the original is ignored. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Fails closed: an invalid rule denies access, as in front matter. */
function ruleOf(value: unknown): RuleView | null {
  if (value === null || value === undefined) return null;
  return isObject(value) ? (value as unknown as RuleView) : { mode: 'nobody' };
}

function objectOf(text: string | undefined): Record<string, unknown> | null {
  try {
    const data: unknown = text === undefined ? null : JSON.parse(text);
    return isObject(data) ? data : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
