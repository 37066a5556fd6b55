import type { AdminDetailData, AdminNoticeData, AdminPagePart, FormData, FormField } from '../../../../admin.js';

/** Data of the upload page. */
export interface ImportPage extends AdminDetailData {
  /** Hint shown above the form if the browser supports dropping files. */
  drop: string;
  /** Link to the profiles if no profile fits the file; null otherwise. */
  profileNotice: AdminNoticeData | null;
}

/** Data of the page that maps the columns of a file. */
export interface ColumnsPage extends AdminDetailData {
  form: FormData;
  /** Selects, one for each column. */
  columns: FormField[];
  names: string[];
  /** First rows of the file. */
  rows: string[][];
  rowsTitle: string;
  settings: FormField[];
  tryLabel: string;
  /** Transactions and problems as read with these columns. */
  read: AdminPagePart[];
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/import': ImportPage;
    'bank/admin/columns': ColumnsPage;
  }
}
