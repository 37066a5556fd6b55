import type { AdminLink, FormData, OrderingTexts } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';

/** Data of the category page: the whole tree or one level of it. */
export interface CategoriesPage {
  strings: Strings;
  search: { action: string; value: string; locale: string };
  locales: (AdminLink & { current: boolean })[];
  /** Breadcrumbs of the level. */
  crumbs: AdminLink[];
  form: { action: string; hidden: FormData['hidden'] };
  texts: OrderingTexts;
  rows: {
    id: number;
    name: string;
    depth: number;
    link: string;
    count: string;
    isGuarded: boolean;
    /** Siblings, of which a page may show a part. Null for search results, which cannot be dragged. */
    list: { seen: string; first: number; total: number } | null;
    below: AdminLink | null;
    add: AdminLink;
    /** Link to the article order page. Null without permission or with nothing to order. */
    order: AdminLink | null;
    /** Moves under the previous sibling, or next to the parent. */
    aside: { in: string | null; out: string | null };
    buttons: { value: string; sign: string; label: string }[];
  }[];
  pages: (AdminLink & { current: boolean })[];
}

declare module '../../../../../index.js' {
  interface TemplateData {
    'kb/admin/categories': CategoriesPage;
  }
}
