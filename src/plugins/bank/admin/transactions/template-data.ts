import type { AdminDetailData } from '../../../../admin.js';
import type { Assigning } from '../assigning/template-data.js';

/** Data of a transaction page. */
export interface TransactionPage extends AdminDetailData {
  /** Null if the transaction cannot be assigned in its current status. */
  assigning: Assigning | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/transaction': TransactionPage;
  }
}
