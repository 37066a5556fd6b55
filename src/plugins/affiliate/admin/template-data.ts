import type { AdminLink, AdminNoticeData, AdminTabbedData, FormData, ListTableData, Strings } from '../../../index.js';

export interface Badge {
  text: string;
  kind: 'neutral' | 'good' | 'warning' | 'bad';
}

export interface Fact {
  term: string;
  text: string;
  /** Null for a text alone. */
  link: string | null;
}

/** A part of a page under a heading of its own. */
export interface PageSection {
  /** Null where the title of the page says it. */
  title: string | null;
  /** In smaller letters under the heading. */
  text: string | null;
  facts: Fact[];
  /** What has happened, in order. */
  events: { when: string; text: string }[];
  table: ListTableData | null;
  links: AdminLink[];
}

/** A button of a form without fields. */
export interface StepButton {
  value: string;
  label: string;
  kind: 'main' | 'quiet' | 'warn';
}

/** What can be done at once, by a button each. */
export interface Steps {
  /** For those who do not see where it stands. */
  label: string;
  action: string;
  hidden: FormData['hidden'];
  /** Name of the field that says which button was pressed. */
  name: string;
  buttons: StepButton[];
}

/** A page of the programme: what is known, and the forms that change it. */
export interface AffiliatePage {
  strings: Strings;
  /** What it is about; null where the title of all pages of the kind says it. */
  title: string | null;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  notices: Pick<AdminNoticeData, 'kind' | 'text'>[];
  /** Words of its state. */
  badges: Badge[];
  /** Null where there is nothing to do at once. */
  steps: Steps | null;
  sections: PageSection[];
  /** Below the sections: what is too long to stand beside them. */
  longForms: FormData[];
  forms: FormData[];
  /** Whether forms stand beside the sections where there is room. */
  isSplit: boolean;
  /** Below all of it, as wide as the page. */
  wide: PageSection[];
  links: AdminLink[];
}

declare module '../../../index.js' {
  interface TemplateData {
    'affiliate/admin/page': AffiliatePage;
  }
}
