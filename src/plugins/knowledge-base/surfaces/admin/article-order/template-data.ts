import type { AdminBadge, AdminLink, FormData, OrderingTexts } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';

/** Data of the article order page: one page of a category's articles in reading order. */
export interface ArticleOrderPage {
  strings: Strings;
  title: string;
  texts: OrderingTexts;
  form: Pick<FormData, 'action' | 'hidden'>;
  /** Button that undoes the last change. Null if there is none. */
  undo: { value: string; label: string } | null;
  /** Position of the first row on the page, counted from 1, and the number of articles on all pages. */
  first: number;
  total: number;
  rows: {
    id: number;
    name: string;
    place: string;
    link: string;
    /** Null for published articles. */
    badge: AdminBadge | null;
    buttons: { value: string; sign: string; label: string }[];
    placeLabel: string;
  }[];
  pages: (AdminLink & { current: boolean })[];
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/article-order': ArticleOrderPage;
  }
}
