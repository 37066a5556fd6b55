import type { AdminDetailData, FormData, OrderingTexts } from '../../../../../../admin.js';
import type { PromotedArticle } from './articles.js';

/** A promoted article in its position, with a button per action. */
export interface PromotedItem extends PromotedArticle {
  readonly buttons: readonly { readonly value: string; readonly label: string }[];
}

/** Data of the promotion page. `core/ordering.js` makes its articles draggable. */
export interface PromotionPage extends AdminDetailData {
  /** Form that moves and removes articles. */
  order: Pick<FormData, 'action' | 'hidden'> & { title: string; texts: OrderingTexts };
  items: readonly PromotedItem[];
}

declare module '../../../../../../index.js' {
  interface TemplateData {
    'kb/admin/promotion': PromotionPage;
  }
}
