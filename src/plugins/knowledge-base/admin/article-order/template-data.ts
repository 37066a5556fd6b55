import type { AdminBadge, AdminLink, FormData, OrderingWords, Strings } from '../../../../index.js';

/** The articles of a category in the order in which they are read, a page of them at a time. */
export interface ArticleOrderPage {
  strings: Strings;
  title: string;
  words: OrderingWords;
  form: Pick<FormData, 'action' | 'hidden'>;
  /** What takes the last change back; null where there is none. */
  undo: { value: string; label: string } | null;
  /** Place of the first one on the page, from 1, and how many there are on all pages. */
  first: number;
  total: number;
  rows: {
    id: number;
    name: string;
    place: string;
    link: string;
    /** Null for what readers see. */
    badge: AdminBadge | null;
    buttons: { value: string; sign: string; label: string }[];
    placeLabel: string;
  }[];
  pages: (AdminLink & { current: boolean })[];
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/article-order': ArticleOrderPage;
  }
}
