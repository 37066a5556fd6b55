import type { AdminBadge, AdminDetailData, FormData, OrderingWords } from '../../../../index.js';

/** A rule of matching, with what can be done with it by a button each. */
export interface RuleItem {
  name: string;
  label: string;
  /** What it does, in a sentence. */
  about: string;
  badges: AdminBadge[];
  isEnabled: boolean;
  buttons: { value: string; label: string }[];
}

/** The rules of matching in the order in which they are asked; core/ordering.js has them dragged, and moved by keys. */
export interface RulesPage extends AdminDetailData {
  form: Pick<FormData, 'action' | 'hidden'> & { label: string };
  rules: RuleItem[];
  words: OrderingWords;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/rules': RulesPage;
  }
}
