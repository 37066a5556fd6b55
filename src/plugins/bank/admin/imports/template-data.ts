import type { AdminDetailData } from '../../../../index.js';

/** The page on which statements are dropped. */
export interface ImportPage extends AdminDetailData {
  /** Said over the form, for those who can drop files. */
  drop: string;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/import': ImportPage;
  }
}
