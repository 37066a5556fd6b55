import type { Strings } from '../templates/strings.js';
import type { FormData } from './form.js';
import type { BadgeKind, ListTableData } from './list-table.js';
import type { AdminLink, AdminNoticeData, AdminTabbedData } from './template-data.js';

/** Status badge. */
export interface AdminBadge {
  text: string;
  kind: BadgeKind;
}

/** Labeled value of a record. */
export interface AdminFact {
  term: string;
  text: string;
  /** Null for plain text. */
  link: string | null;
}

/** Part of a page with its own heading. */
export interface AdminPagePart {
  /** Null if the page's title is enough. */
  title: string | null;
  /** Secondary text below the heading. */
  text: string | null;
  facts: AdminFact[];
  /** Events in chronological order. */
  events: { when: string; text: string }[];
  table: ListTableData | null;
  links: AdminLink[];
}

/** Button of a form without fields. */
export interface AdminStepButton {
  value: string;
  label: string;
  kind: 'main' | 'quiet' | 'warn';
}

/** Actions that take a single click, one button each. */
export interface AdminSteps {
  /** Label for screen readers. */
  label: string;
  action: string;
  hidden: FormData['hidden'];
  /** Name of the field that holds the pressed button. */
  name: string;
  buttons: AdminStepButton[];
}

/** Prominent number. */
export interface AdminMetric {
  title: string;
  value: string;
  text: string;
  link: AdminLink | null;
  /** Whether it needs attention. */
  isWaiting: boolean;
}

/** Progress of a running operation. */
export interface AdminProgress {
  done: number;
  /** Total number of steps. 0 while unknown. */
  total: number;
  /** Progress as text. */
  text: string;
  /** Name of the operation, for screen readers. */
  label: string;
}

/** Data of a page about one item or one type of item: details, and the forms that change it. */
export interface AdminDetailData {
  strings: Strings;
  /** Title of the item, or null if the page's general title is enough. */
  title: string | null;
  /** Tabs of related pages. Empty if there are none. */
  tabs: AdminTabbedData['tabs'];
  /** Label of the tabs, for screen readers. */
  tabsLabel: string;
  /** Whether an operation is running: the script `core/live.js` then refreshes the page. */
  isLive: boolean;
  notices: Pick<AdminNoticeData, 'kind' | 'text'>[];
  metrics: AdminMetric[];
  /** Status badges. */
  badges: AdminBadge[];
  /** Null if no operation is running. */
  progress: AdminProgress | null;
  /** Null if there are no single-click actions. */
  steps: AdminSteps | null;
  sections: AdminPagePart[];
  /** Long forms, placed below the sections. */
  longForms: FormData[];
  forms: FormData[];
  /** Whether forms are placed beside the sections if there is room. */
  isSplit: boolean;
  /** Full-width parts, placed last. */
  wide: AdminPagePart[];
  links: AdminLink[];
}

declare module '../templates/names.js' {
  interface TemplateData {
    'core/admin/detail': AdminDetailData;
  }
}
