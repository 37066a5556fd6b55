import type { AdminBadge, AdminFact, AdminLink, AdminTabbedData, FormData } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import type { Assigning } from '../assigning/template-data.js';

/** A form with a single button and a keyboard shortcut. */
export interface KeyedButton {
  action: string;
  hidden: FormData['hidden'];
  label: string;
  key: string;
}

/** The transaction under review. */
export interface ReviewCase {
  id: number;
  /** For example `3 of 17`. */
  place: string;
  progress: { value: number; max: number };
  title: string;
  badges: AdminBadge[];
  facts: AdminFact[];
  /** Possible duplicate; null for none. */
  twin: { title: string; text: string; facts: AdminFact[]; link: AdminLink } | null;
  assigning: Assigning;
  ignore: KeyedButton;
  /** Null at the ends. Same for `next`. */
  previous: (AdminLink & { key: string }) | null;
  next: (AdminLink & { key: string }) | null;
  details: AdminLink;
}

/** Data of the review page. */
export interface ReviewPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  /** Null if the queue is empty. */
  current: ReviewCase | null;
  empty: { text: string; link: AdminLink };
  /** Undoes the last decision; null if there is none to undo. */
  undo: KeyedButton | null;
  keys: { title: string; text: string; on: string; list: { keys: string; text: string }[] };
  texts: { busy: string; failed: string };
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/review': ReviewPage;
  }
}
