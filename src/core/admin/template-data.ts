import type { SafeHtml } from '../html/safe-html.js';
import type { Strings } from '../templates/strings.js';
import type { NoticeKind } from './admin-page.js';
import type { FormData } from './form.js';
import type { ListTableData } from './list-table.js';

/** Labeled link on an admin page. */
export interface AdminLink {
  label: string;
  link: string;
}

/** Section of the admin menu with its entries. */
export interface AdminMenuSection {
  /** Null for the entries above all sections. */
  label: string | null;
  entries: {
    label: string;
    link: string;
    icon: SafeHtml;
    /** `page` for the current page, `true` for a parent of it. */
    current: 'page' | 'true' | null;
  }[];
}

/** Breadcrumb of an admin page. */
export interface AdminCrumb {
  label: string;
  /** Null for the current page. */
  link: string | null;
}

/** Notice above the content of a page. */
export interface AdminNoticeData {
  kind: NoticeKind;
  text: string;
  link: AdminLink | null;
}

/** Data of the document around all admin pages. */
export interface AdminFrameData {
  strings: Strings;
  /** Title of the browser tab. */
  title: string;
  icon: string;
  head: SafeHtml;
  body: SafeHtml;
  /** Whether the content fills the whole window. */
  wholeWindow: boolean;
  site: AdminLink;
  home: AdminLink;
  menu: AdminMenuSection[];
  account: { name: string; link: string | null; logoutLink: string | null };
  breadcrumbs: AdminCrumb[];
  heading: { title: string; lead: string | null; actions: (AdminLink & { primary: boolean })[] };
  notices: AdminNoticeData[];
  /** Secret that is shown only once, with its label. Null on all other pages. */
  secret: { title: string; label: string; value: string } | null;
}

/** Data of the dashboard: cards, and notices that need attention. */
export interface AdminDashboardData {
  strings: Strings;
  notices: AdminNoticeData[];
  cards: { title: string; text: string; value: string | null; link: AdminLink | null }[];
}

/** Data of the generic list page. */
export interface AdminListData {
  strings: Strings;
  table: ListTableData;
}

/** Data of the generic forms page, also used to confirm dangerous actions. */
export interface AdminFormsData {
  strings: Strings;
  /** Details shown above the forms. */
  definitions: { term: string; text: string }[];
  /** Names of the affected items, e.g. those to be deleted. */
  items: string[];
  forms: FormData[];
  /** Links to other actions. */
  links: (AdminLink & { danger: boolean })[];
}

/** Data of a page with tabs, and a list or forms below them. */
export interface AdminTabbedData {
  strings: Strings;
  /** Tabs, each a separate page. */
  tabs: (AdminLink & { current: boolean })[];
  /** Label of the tabs, for screen readers. */
  tabsLabel: string;
  definitions: { term: string; text: string }[];
  table: ListTableData | null;
  forms: FormData[];
  /** Links to other actions. */
  links: (AdminLink & { danger: boolean })[];
}

/** Data of the page of one job. */
export interface AdminJobData extends AdminFormsData {
  /** Null until the job reports progress. */
  progress: { done: number; total: number; text: string } | null;
  /** Whether the page refreshes itself. */
  isLive: boolean;
  /** Payload and result as JSON, and the error, each with a title. */
  texts: { title: string; text: string; isError: boolean }[];
}

/** Data of the error page inside the admin area. */
export interface AdminMessageData {
  strings: Strings;
  message: string;
  /** Id for finding the log line, shown on 500 errors. */
  requestId: string | null;
  /** Name and label of the missing permission. */
  capability: { name: string; label: string } | null;
  links: AdminLink[];
}

/** Data of the role matrix. */
export interface AdminRolesData {
  strings: Strings;
  roles: { name: string; label: string; users: string; link: string | null }[];
  groups: {
    owner: string;
    capabilities: { name: string; label: string /** In the order of `roles`. */; grants: boolean[] }[];
  }[];
}

/** Data of the system report. */
export interface AdminSystemData {
  strings: Strings;
  warnings: AdminNoticeData[];
  sections: { title: string; rows: { term: string; text: string }[] }[];
  /** Whole report as plain text, for copying. */
  text: string;
  downloadLink: string;
}

/** Data of the page of health checks. */
export interface AdminDoctorData {
  strings: Strings;
  /** Findings. */
  table: ListTableData;
  /** Titles of the checks without findings. */
  passed: string[];
  /** Number of those checks, as text. */
  summary: string;
}

declare module '../templates/names.js' {
  interface TemplateData {
    'core/admin/frame': AdminFrameData;
    'core/admin/dashboard': AdminDashboardData;
    'core/admin/list': AdminListData;
    'core/admin/forms': AdminFormsData;
    'core/admin/tabbed': AdminTabbedData;
    'core/admin/doctor': AdminDoctorData;
    'core/admin/job': AdminJobData;
    'core/admin/message': AdminMessageData;
    'core/admin/roles': AdminRolesData;
    'core/admin/system': AdminSystemData;
  }
}
