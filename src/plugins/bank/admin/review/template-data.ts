import type { AdminBadge, AdminFact, AdminLink, AdminTabbedData, FormData, Strings } from '../../../../index.js';
import type { Assigning } from '../assigning/template-data.js';

/** A form that is one button, and its key. */
export interface KeyedButton {
  action: string;
  hidden: FormData['hidden'];
  label: string;
  key: string;
}

/** The transaction that is looked at. */
export interface ReviewCase {
  id: number;
  /** Such as `3 of 17`. */
  place: string;
  progress: { value: number; max: number };
  title: string;
  badges: AdminBadge[];
  facts: AdminFact[];
  /** Another transaction that may be the same movement; null for none. */
  twin: { title: string; text: string; facts: AdminFact[]; link: AdminLink } | null;
  assigning: Assigning;
  ignore: KeyedButton;
  /** Null at the ends; so is the next. */
  previous: (AdminLink & { key: string }) | null;
  next: (AdminLink & { key: string }) | null;
  details: AdminLink;
}

/** What waits for somebody's look, one at a time. */
export interface ReviewPage {
  strings: Strings;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  /** Null when nothing waits any more. */
  shown: ReviewCase | null;
  empty: { text: string; link: AdminLink };
  /** Of the last decision; null where there is none to take back. */
  undo: KeyedButton | null;
  keys: { title: string; text: string; on: string; list: { keys: string; text: string }[] };
  words: { busy: string; failed: string };
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/review': ReviewPage;
  }
}
