import type { ContentFormat } from '../../../index.js';
import type { AccessRuleInput } from '../access/rule.js';
import type { SourceAttachment } from './details/source-attachments.js';
import type { SourceDetails } from './details/source-details.js';

/** The states in which sources keep their pages. */
export const SOURCE_STATES = ['draft', 'pending', 'future', 'publish', 'archived'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** One page of the source, understood: what pass 1 of an import creates. */
export interface ImportItem {
  kind: 'article' | 'category' | 'redirect';
  /** Path of the file in the source, posix; of a category without a page of its own the folder, ending in `/`. */
  key: string;
  /** True for a category that has no page of its own in the source. */
  generated: boolean;
  /** BCP 47, canonical. */
  locale: string;
  /** Normalised addresses that the source site answers at, the proper one first. */
  addresses: string[];
  /** Old addresses that the source redirects here. */
  redirects: string[];
  /** Where a redirect leads: an address of the source, or an absolute URL. */
  redirectTo: string | null;
  /** Slugs of the categories above, from the root; empty for the root category of a locale. */
  categoryPath: string[];
  /** Key of the category above; null for a root category and for a redirect. */
  parentKey: string | null;
  /** The same for further categories that an article is in. */
  otherCategoryPaths: string[][];
  otherParentKeys: string[];
  title: string;
  slug: string;
  description: string;
  /** What stands before the body, byte for byte: front matter with its fences. */
  head: string;
  /** The text, byte for byte. */
  body: string;
  /** Lines of the file before the body. */
  bodyLine: number;
  format: ContentFormat;
  order: number | null;
  tags: string[];
  author: string | null;
  status: SourceState;
  sticky: boolean;
  /** Who may read it, where the source says so. */
  access: AccessRuleInput | null;
  /** What the source says of that means nothing, so that nobody may. */
  isAccessUnclear?: true | undefined;
  date: Date | null;
  updated: Date | null;
  /** What is said of an article besides its text, where the source says any of it. */
  details?: SourceDetails | undefined;
  /** The files that come with an article, where the source names any. */
  attachments?: readonly SourceAttachment[] | undefined;
  /** Front matter that no field above expresses, kept to be written back. */
  meta: Record<string, unknown>;
  /** Who found it helpful there and who did not, where the source counts that. */
  votes?: { readonly yes: number; readonly no: number } | undefined;
  /** The same for the same page in every locale. */
  translationKey: string;
}

/** Why one file was not imported. */
export interface ImportProblem {
  key: string;
  code: string;
  message: string;
}
