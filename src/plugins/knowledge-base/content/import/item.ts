import type { ContentFormat } from '../../../../content.js';
import type { AccessRuleInput } from '../../domain/access/rule.js';
import type { SourceAttachment } from './details/source-attachments.js';
import type { SourceDetails } from './details/source-details.js';
import type { Rewrite } from './links/rewrite-links.js';

/** Statuses of pages in a source. */
export const SOURCE_STATES = ['draft', 'pending', 'future', 'publish', 'archived'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** Parsed page of a source, which pass 1 of an import creates. */
export interface ImportItem {
  kind: 'article' | 'category' | 'redirect';
  /** POSIX path of the file in the source; for a category without a page, its folder with a trailing `/`. */
  key: string;
  /** True for a category without a page in the source. */
  generated: boolean;
  /** Canonical BCP 47 tag. */
  locale: string;
  /** Normalized paths of the page on the source site, the canonical one first. */
  addresses: string[];
  /** Old paths that the source redirects here. */
  redirects: string[];
  /** Target of a redirect: a path of the source or an absolute URL. */
  redirectTo: string | null;
  /** Slugs of the ancestor categories from the root; empty for the root category of a locale. */
  categoryPath: string[];
  /** Key of the parent category; null for a root category and for a redirect. */
  parentKey: string | null;
  /** Paths and keys of the article's other categories. */
  otherCategoryPaths: string[][];
  otherParentKeys: string[];
  title: string;
  slug: string;
  description: string;
  /** Front matter with its fences, byte for byte. */
  head: string;
  /** Text as it is imported, before links are rewritten. */
  body: string;
  /**
   * Rewrites that restore the text of the file from `body`, byte for byte.
   * @default none
   */
  conversions?: readonly Rewrite[] | undefined;
  /** Constructs of the text that are not understood or were removed. */
  constructs?: readonly string[] | undefined;
  /** Id of the heading that became the title; links to it lead to the page. */
  titleAnchor?: string | undefined;
  /** Number of lines in the file before the body. */
  bodyLine: number;
  format: ContentFormat;
  order: number | null;
  tags: string[];
  author: string | null;
  status: SourceState;
  sticky: boolean;
  /** Access rule of the source, if any. */
  access: AccessRuleInput | null;
  /** Sentences for the report: what differs from the source, and why. */
  notes?: readonly string[] | undefined;
  date: Date | null;
  updated: Date | null;
  /** Details of an article, if the source has any. */
  details?: SourceDetails | undefined;
  /** Attachments of an article, if the source lists any. */
  attachments?: readonly SourceAttachment[] | undefined;
  /** Remaining front matter, kept so that an export can write it back. */
  meta: Record<string, unknown>;
  /** Helpfulness votes, if the source counts them. */
  votes?: { readonly yes: number; readonly no: number } | undefined;
  /** Equal for translations of the same page. */
  translationKey: string;
}

/** Failed file of an import. */
export interface ImportProblem {
  key: string;
  code: string;
  message: string;
}
