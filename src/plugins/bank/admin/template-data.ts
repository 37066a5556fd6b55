import type { AdminLink, AdminNoticeData, AdminTabbedData, FormData, ListTableData, Strings } from '../../../index.js';
import type { BadgeKind } from '../words.js';

export interface Badge {
  text: string;
  kind: BadgeKind;
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

/** A figure of the overview. */
export interface BankCard {
  title: string;
  value: string;
  text: string;
  link: AdminLink | null;
  /** Whether somebody has to look at it. */
  isWaiting: boolean;
}

/** A page of the plugin: what is known, and the forms that change it. */
export interface BankPage {
  strings: Strings;
  /** What it is about; null where the title of all pages of the kind says it. */
  title: string | null;
  tabs: AdminTabbedData['tabs'];
  tabsLabel: string;
  /** Whether something on it goes on: it is looked at again by itself. */
  isLive: boolean;
  notices: Pick<AdminNoticeData, 'kind' | 'text'>[];
  cards: BankCard[];
  /** Words of its state. */
  badges: Badge[];
  /** Null where there is nothing to do at once. */
  steps: Steps | null;
  sections: PageSection[];
  forms: FormData[];
  /** Whether forms stand beside the sections where there is room. */
  isSplit: boolean;
  /** Below all of it, as wide as the page. */
  wide: PageSection[];
  links: AdminLink[];
}

declare module '../../../index.js' {
  interface TemplateData {
    'bank/admin/page': BankPage;
  }
}
