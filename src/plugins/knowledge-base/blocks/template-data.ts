import type { SafeHtml, Strings } from '../../../index.js';
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

/** How a block shows what an author has saved. The whole text is sanitised after it, whatever is in its parts. */
export interface SavedBlock {
  /** Those that it was saved with. */
  classes: readonly string[];
  /** The others of its element, with a space before each. */
  attributes: SafeHtml;
}

/** Questions that open. */
export interface Accordion extends SavedBlock {
  layout: 'plain' | 'boxed';
  iconPosition: 'left' | 'right';
  showIcon: boolean;
  /** The questions, each by the template of its own. */
  items: SafeHtml;
}

/** One question, `details` with a `summary`. */
export interface AccordionItem extends SavedBlock {
  /** Whether search engines are told of it; they find it by the class `has-faq-schema`. */
  hasSchema: boolean;
  summaryAttributes: SafeHtml;
  question: SafeHtml;
  /** Null where the author has made a heading of the question. */
  headingLevel: number | null;
  headingAttributes: SafeHtml;
  /** The element with the answer. */
  answer: SafeHtml;
}

/** Something that opens. */
export interface Toggle extends SavedBlock {
  style: 'details' | 'button';
  summaryAttributes: SafeHtml;
  label: SafeHtml;
  /** In place of the label while it is closed, and while it is open; empty for the label. */
  labelClosed: string;
  labelOpen: string;
  /** The element that is opened. */
  content: SafeHtml;
}

declare module '../../../index.js' {
  interface TemplateData {
    'kb/blocks/accordion': Accordion;
    'kb/blocks/accordion-item': AccordionItem;
    'kb/blocks/toggle': Toggle;
    'kb/blocks/related': RelatedArticles;
    'kb/blocks/category-posts': CategoryPosts;
  }
}
