import { createHash } from 'node:crypto';
import type { ContentFormat } from '../../../../index.js';
import type { RuleView } from '../../access/access-view.js';

/** The field of a post or category that holds what WordPress has no field for: JSON that our exports write. */
export const EXTRAS_FIELD = '_mortise';

/** Of an article. */
export interface ArticleExtras {
  readonly locale: string;
  readonly format: ContentFormat;
  /** Letter for letter: titles in a file are HTML, in which a space is as good as two. */
  readonly title: string;
  readonly excerpt: string;
  /** The text as it was written, where the file has it in another form, and the digest of that form. */
  readonly source: { readonly text: string; readonly sha256: string } | null;
  readonly archived: boolean;
  /** Null where it is for its categories to say. */
  readonly access: RuleView | null;
  /** As front matter. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The same for the same article in every language; empty for none. */
  readonly translation: string;
  /** What it is looked for by besides. */
  readonly searchAliases: readonly string[];
}

/** Of a category. */
export interface CategoryExtras {
  readonly locale: string;
  readonly slug: string;
  /** Path of its page. */
  readonly address: string;
  /** Markdown. */
  readonly description: string;
  readonly order: number;
  readonly access: RuleView | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

const FORMATS: readonly ContentFormat[] = ['markdown', 'blocks', 'html'];

/** What a file says in the field; null for what is none of ours, or was damaged. */
export function readArticleExtras(text: string | undefined): ArticleExtras | null {
  const data = objectOf(text);
  const format = FORMATS.find((known) => known === data?.format);
  if (!data || format === undefined || typeof data.locale !== 'string') return null;
  const source = isObject(data.source) ? data.source : {};
  return {
    ...{ locale: data.locale, format, archived: data.archived === true },
    ...{ title: textOf(data.title), excerpt: textOf(data.excerpt) },
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

/** The same of a category. */
export function readCategoryExtras(text: string | undefined): CategoryExtras | null {
  const data = objectOf(text);
  if (!data || typeof data.locale !== 'string' || typeof data.slug !== 'string') return null;
  return {
    ...{ locale: data.locale, slug: data.slug, access: ruleOf(data.access) },
    ...{ address: textOf(data.address), description: textOf(data.description) },
    order: Number.isSafeInteger(data.order) ? Number(data.order) : 0,
    meta: isObject(data.meta) ? data.meta : {},
  };
}

/** Of a text as the file has it: one that somebody changed there has another, and the source stands for it no more. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What is there and says nothing that is understood keeps everybody out, as in front matter. */
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
