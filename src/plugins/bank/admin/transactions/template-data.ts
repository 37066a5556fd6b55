import type { Assigning } from '../assigning/template-data.js';
import type { BankPage } from '../template-data.js';

/** A page about one transaction. */
export interface TransactionPage extends BankPage {
  /** Null where it can be assigned to nothing as it stands. */
  assigning: Assigning | null;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/transaction': TransactionPage;
  }
}
