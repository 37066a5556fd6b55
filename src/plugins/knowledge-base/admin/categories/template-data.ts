import type { AdminLink, FormData, Strings } from '../../../../index.js';

/** The tree of categories, or a level of it. */
export interface CategoriesPage {
  strings: Strings;
  search: { action: string; value: string; locale: string };
  locales: (AdminLink & { current: boolean })[];
  /** What stands above a level. */
  crumbs: AdminLink[];
  form: { action: string; hidden: FormData['hidden'] };
  rows: {
    id: number;
    name: string;
    depth: number;
    link: string;
    count: string;
    isGuarded: boolean;
    below: AdminLink | null;
    add: AdminLink;
    buttons: { value: string; sign: string; label: string }[];
  }[];
  pages: (AdminLink & { current: boolean })[];
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/admin/categories': CategoriesPage;
  }
}
