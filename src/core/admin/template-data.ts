import type { SafeHtml } from '../html/safe-html.js';
import type { Strings } from '../templates/strings.js';
import type { NoticeKind } from './admin-page.js';
import type { FormData } from './form.js';
import type { ListTableData } from './list-table.js';

export interface AdminLink {
  label: string;
  link: string;
}

export interface AdminMenuSection {
  /** Null for what stands above all headings. */
  label: string | null;
  entries: {
    label: string;
    link: string;
    icon: SafeHtml;
    /** `page` for the page itself, `true` for one above it. */
    current: 'page' | 'true' | null;
  }[];
}

export interface AdminCrumb {
  label: string;
  /** Null for the page itself. */
  link: string | null;
}

/** A notice above the content of a page. */
export interface AdminNoticeData {
  kind: NoticeKind;
  text: string;
  link: AdminLink | null;
}

/** The document that all pages of the admin area stand in. */
export interface AdminFrameData {
  strings: Strings;
  /** Of the browser's tab. */
  title: string;
  icon: string;
  head: SafeHtml;
  body: SafeHtml;
  /** The content has the whole window. */
  wholeWindow: boolean;
  site: AdminLink;
  home: AdminLink;
  menu: AdminMenuSection[];
  account: { name: string; link: string | null; logoutLink: string | null };
  breadcrumbs: AdminCrumb[];
  heading: { title: string; lead: string | null; actions: (AdminLink & { primary: boolean })[] };
  notices: AdminNoticeData[];
  /** What can be read this once, with the field that holds it; null on all other pages. */
  secret: { title: string; label: string; value: string } | null;
}

/** The first page: facts and what needs attention. */
export interface AdminDashboardData {
  strings: Strings;
  notices: AdminNoticeData[];
  cards: { title: string; text: string; value: string | null; link: AdminLink | null }[];
}

/** A page with one list, for whoever needs no template of their own. */
export interface AdminListData {
  strings: Strings;
  table: ListTableData;
}

/** A page of forms, for whoever needs no template of their own. A question before something dangerous is one too. */
export interface AdminFormsData {
  strings: Strings;
  /** What is known already, above the forms. */
  definitions: { term: string; text: string }[];
  /** What the forms are about: the names of what is going to be deleted. */
  items: string[];
  forms: FormData[];
  /** Ways to what else can be done. */
  links: (AdminLink & { danger: boolean })[];
}

/** A page among others about one thing: tabs, and a list, forms or both below them. */
export interface AdminTabbedData {
  strings: Strings;
  /** Each of them a page. */
  tabs: (AdminLink & { current: boolean })[];
  /** What the tabs are about, for those who do not see them. */
  tabsLabel: string;
  definitions: { term: string; text: string }[];
  table: ListTableData | null;
  forms: FormData[];
  /** Ways to what else can be done. */
  links: (AdminLink & { danger: boolean })[];
}

/** A job with all that is known of it. */
export interface AdminJobData extends AdminFormsData {
  /** Null before the job has said how far it is. */
  progress: { done: number; total: number; text: string } | null;
  /** Whether the page is to be looked at again while nobody touches it. */
  isLive: boolean;
  /** JSON, and what failed, with what they are. */
  texts: { title: string; text: string; isError: boolean }[];
}

/** What went wrong, inside the admin area. */
export interface AdminMessageData {
  strings: Strings;
  message: string;
  /** Shown on 500s, for finding the log line. */
  requestId: string | null;
  /** What the viewer lacks: its name, and what people call it. */
  capability: { name: string; label: string } | null;
  links: AdminLink[];
}

/** Who may do what. */
export interface AdminRolesData {
  strings: Strings;
  roles: { name: string; label: string; users: string; link: string | null }[];
  groups: {
    owner: string;
    capabilities: { name: string; label: string /** In the order of the roles. */; held: boolean[] }[];
  }[];
}

/** The state of the installation. */
export interface AdminSystemData {
  strings: Strings;
  warnings: AdminNoticeData[];
  sections: { title: string; rows: { term: string; text: string }[] }[];
  /** All of it as plain text, for copying. */
  text: string;
  downloadLink: string;
}

declare module '../templates/names.js' {
  interface TemplateData {
    'core/admin/frame': AdminFrameData;
    'core/admin/dashboard': AdminDashboardData;
    'core/admin/list': AdminListData;
    'core/admin/forms': AdminFormsData;
    'core/admin/tabbed': AdminTabbedData;
    'core/admin/job': AdminJobData;
    'core/admin/message': AdminMessageData;
    'core/admin/roles': AdminRolesData;
    'core/admin/system': AdminSystemData;
  }
}
