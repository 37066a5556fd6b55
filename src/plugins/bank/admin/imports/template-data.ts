import type { AdminDetailData, AdminNoticeData } from '../../../../index.js';

/** The page on which statements are dropped. */
export interface ImportPage extends AdminDetailData {
  /** Said over the form, for those who can drop files. */
  drop: string;
  /** The way to the profiles, where the file lacks one; null where it does not. */
  profileNotice: AdminNoticeData | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/import': ImportPage;
  }
}
