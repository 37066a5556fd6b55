import type { AdminDetailData, FormData, OrderingWords } from '../../../../../index.js';
import type { PromotedArticle } from './articles.js';

/** An article in its place, with a button for each thing that can be done with it. */
export interface PromotedItem extends PromotedArticle {
  readonly buttons: readonly { readonly value: string; readonly label: string }[];
}

/** A promotion with its articles in order, which core/ordering.js has dragged. */
export interface PromotionPage extends AdminDetailData {
  /** Of the form that moves articles and takes them out. */
  order: Pick<FormData, 'action' | 'hidden'> & { title: string; words: OrderingWords };
  items: readonly PromotedItem[];
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/promotion': PromotionPage;
  }
}
