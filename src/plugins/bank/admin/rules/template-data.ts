import type { AdminBadge, AdminDetailData, FormData } from '../../../../index.js';

/** A rule of matching, with what can be done with it by a button each. */
export interface RuleItem {
  name: string;
  label: string;
  /** What it does, in a sentence. */
  about: string;
  badges: AdminBadge[];
  isEnabled: boolean;
  /** Of the handle that it is dragged by. */
  moveLabel: string;
  buttons: { value: string; label: string }[];
}

/** The rules of matching in the order in which they are asked; bank/rules.js has them dragged, and moved by keys. */
export interface RulesPage extends AdminDetailData {
  form: Pick<FormData, 'action' | 'hidden'> & { label: string };
  rules: RuleItem[];
  words: { keys: string; failed: string };
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/rules': RulesPage;
  }
}
