import type { AdminDetailData } from '../../../../index.js';
import type { Assigning } from '../assigning/template-data.js';

/** A page about one transaction. */
export interface TransactionPage extends AdminDetailData {
  /** Null where it can be assigned to nothing as it stands. */
  assigning: Assigning | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/transaction': TransactionPage;
  }
}
