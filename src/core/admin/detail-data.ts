import type { Strings } from '../templates/strings.js';
import type { FormData } from './form.js';
import type { BadgeKind, ListTableData } from './list-table.js';
import type { AdminLink, AdminNoticeData, AdminTabbedData } from './template-data.js';

/** A word of a state, drawn so that it is seen at once. */
export interface AdminBadge {
  text: string;
  kind: BadgeKind;
}

export interface AdminFact {
  term: string;
  text: string;
  /** Null for a text alone. */
  link: string | null;
}

/** A part of a page under a heading of its own. */
export interface AdminPagePart {
  /** Null where the title of the page says it. */
  title: string | null;
  /** In smaller letters under the heading. */
  text: string | null;
  facts: AdminFact[];
  /** What has happened, in order. */
  events: { when: string; text: string }[];
  table: ListTableData | null;
  links: AdminLink[];
}

/** A button of a form without fields. */
export interface AdminStepButton {
  value: string;
  label: string;
  kind: 'main' | 'quiet' | 'warn';
}

/** What can be done at once, by a button each. */
export interface AdminSteps {
  /** For those who do not see where it stands. */
  label: string;
  action: string;
  hidden: FormData['hidden'];
  /** Name of the field that says which button was pressed. */
  name: string;
  buttons: AdminStepButton[];
}

/** A figure that is seen from afar. */
export interface AdminFigure {
  title: string;
  value: string;
  text: string;
  link: AdminLink | null;
  /** Whether somebody has to look at it. */
  isWaiting: boolean;
}

/** How far something has come. */
export interface AdminProgress {
  done: number;
  /** 0 while nobody knows. */
  total: number;
  /** The same in words. */
  text: string;
  /** What it is that goes on, for those who do not see where the bar stands. */
  label: string;
}

/** A page about one thing, or about many of one kind: what is known, and the forms that change it. */
export interface AdminDetailData {
  strings: Strings;
  /** What it is about; null where the title of all pages of the kind says it. */
  title: string | null;
  /** Pages beside it; none where it has no neighbours. */
  tabs: AdminTabbedData['tabs'];
  /** What the tabs are about, for those who do not see them. */
  tabsLabel: string;
  /** Whether something on it goes on: with the script `core/live.js` it is looked at again by itself. */
  isLive: boolean;
  notices: Pick<AdminNoticeData, 'kind' | 'text'>[];
  figures: AdminFigure[];
  /** Words of its state. */
  badges: AdminBadge[];
  /** Null where nothing goes on. */
  progress: AdminProgress | null;
  /** Null where there is nothing to do at once. */
  steps: AdminSteps | null;
  sections: AdminPagePart[];
  /** Below the sections: what is too long to stand beside them. */
  longForms: FormData[];
  forms: FormData[];
  /** Whether forms stand beside the sections where there is room. */
  isSplit: boolean;
  /** Below all of it, as wide as the page. */
  wide: AdminPagePart[];
  links: AdminLink[];
}

declare module '../templates/names.js' {
  interface TemplateData {
    'core/admin/detail': AdminDetailData;
  }
}
