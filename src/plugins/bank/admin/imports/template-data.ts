import type { AdminDetailData, AdminNoticeData } from '../../../../admin.js';

/** Data of the upload page. */
export interface ImportPage extends AdminDetailData {
  /** Hint shown above the form if the browser supports dropping files. */
  drop: string;
  /** Link to the profiles if no profile fits the file; null otherwise. */
  profileNotice: AdminNoticeData | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/import': ImportPage;
  }
}
