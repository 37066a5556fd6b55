import type { AdminBadge, AdminDetailData, FormData, OrderingTexts } from '../../../../admin.js';

/** A matching rule with a button for each action. */
export interface RuleItem {
  name: string;
  label: string;
  /** Description in one sentence. */
  about: string;
  badges: AdminBadge[];
  isEnabled: boolean;
  buttons: { value: string; label: string }[];
}

/** Data of the rules page. core/ordering.js makes the rules draggable and movable by keyboard. */
export interface RulesPage extends AdminDetailData {
  form: Pick<FormData, 'action' | 'hidden'> & { label: string };
  rules: RuleItem[];
  texts: OrderingTexts;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'bank/admin/rules': RulesPage;
  }
}
