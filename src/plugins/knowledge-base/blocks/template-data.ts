import type { Strings } from '../../../index.js';
import type { ArticleCard, Pagination } from '../template-data.js';

/** How a block shows a list of articles. */
export interface BlockList {
  strings: Strings;
  /** Of the heading, which names the block. */
  id: string;
  articles: ArticleCard[];
  /** 2 to 6. */
  titleLevel: number;
  layout: 'list' | 'grid';
  /** Of a grid, 1 to 4. */
  columns: number;
  showExcerpt: boolean;
}

/** The block of related articles. */
export interface RelatedArticles extends BlockList {
  title: string;
  showDate: boolean;
  /** Shown where there are none. */
  emptyText: string;
}

/** The block of the articles of a category. */
export interface CategoryPosts extends BlockList {
  name: string;
  /** To the page of the category. */
  link: string;
  icon: string | null;
  /** Articles of the category that this reader may read. */
  total: number;
  showCount: boolean;
  /** Whether a link leads to all of them. */
  viewAll: boolean;
  /** Null where it shows one page alone, whatever there is. */
  pages: Pagination | null;
}

declare module '../../../index.js' {
  interface TemplateData {
    'kb/blocks/related': RelatedArticles;
    'kb/blocks/category-posts': CategoryPosts;
  }
}
