import type { AdminLink, FormData, OrderingWords, Strings } from '../../../../index.js';

/** The tree of categories, or a level of it. */
export interface CategoriesPage {
  strings: Strings;
  search: { action: string; value: string; locale: string };
  locales: (AdminLink & { current: boolean })[];
  /** What stands above a level. */
  crumbs: AdminLink[];
  form: { action: string; hidden: FormData['hidden'] };
  words: OrderingWords;
  rows: {
    id: number;
    name: string;
    depth: number;
    link: string;
    count: string;
    isGuarded: boolean;
    /** Those with the same parent, of which a page may show a part; null for what was searched for, which is not dragged. */
    list: { seen: string; first: number; total: number } | null;
    below: AdminLink | null;
    add: AdminLink;
    /** Where its articles are put in order; null for whoever may not, and where there is nothing to order. */
    order: AdminLink | null;
    /** Steps that put it below the one before it, or beside its parent. */
    aside: { in: string | null; out: string | null };
    buttons: { value: string; sign: string; label: string }[];
  }[];
  pages: (AdminLink & { current: boolean })[];
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/categories': CategoriesPage;
  }
}
