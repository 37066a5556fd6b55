import type { AdminDetailData, AdminRequest } from '../../../../../admin.js';

/** Path of the access report, relative to the admin area. */
export const ACCESS_PATH = '/kb/access';

/** Path of the page that shows a page as another reader; `path` names it, relative to the knowledge base. */
export const VIEW_PATH = '/kb/access/view';

export const ACCESS_TABS = ['rules', 'warnings', 'view'] as const;
export type AccessTab = (typeof ACCESS_TABS)[number];

/** Data of the access report: the list on the current tab and, on one tab, the viewer it is about. */
export interface AccessReportPage extends AdminDetailData {
  /** Null on tabs without a choice of viewer. */
  viewer: {
    action: string;
    as: { label: string; options: { value: string; label: string; selected: boolean }[] };
    user: { label: string; hint: string; value: string };
    submit: string;
  } | null;
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/access': AccessReportPage;
  }
}

export function tabOf({ query }: Pick<AdminRequest, 'query'>): AccessTab {
  return ACCESS_TABS.find((tab) => tab === query.tab) ?? ACCESS_TABS[0];
}
