import type { SafeHtml } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { ArticleCard, Pagination } from '../views/template-data.js';

/** Template data of a block that lists articles. */
export interface BlockList {
  strings: Strings;
  /** Id of the heading, which labels the block. */
  id: string;
  articles: ArticleCard[];
  /** Heading level, 2 to 6. */
  titleLevel: number;
  layout: 'list' | 'grid';
  /** Columns of a grid, 1 to 4. */
  columns: number;
  showExcerpt: boolean;
}

/** Template data of the related articles block. */
export interface RelatedArticles extends BlockList {
  title: string;
  showDate: boolean;
  /** Shown if there are none. */
  emptyText: string;
}

/** Template data of the category articles block. */
export interface CategoryPosts extends BlockList {
  name: string;
  /** URL of the category page. */
  link: string;
  icon: string | null;
  /** Number of articles in the category that this reader may read. */
  total: number;
  showCount: boolean;
  /** True to show a link to all of them. */
  viewAll: boolean;
  /** Null if only one page is shown. */
  pages: Pagination | null;
}

/** Template data of saved blocks. The complete text is sanitized afterwards. */
export interface SavedBlock {
  /** Saved classes. */
  classes: readonly string[];
  /** Other attributes of the element, each preceded by a space. */
  attributes: SafeHtml;
}

/** Questions that expand. */
export interface Accordion extends SavedBlock {
  layout: 'plain' | 'boxed';
  iconPosition: 'left' | 'right';
  showIcon: boolean;
  /** Rendered questions. */
  items: SafeHtml;
}

/** A question: `details` with a `summary`. */
export interface AccordionItem extends SavedBlock {
  /** True to include it in structured data, marked by the class `has-faq-schema`. */
  hasSchema: boolean;
  summaryAttributes: SafeHtml;
  question: SafeHtml;
  /** Null if the author formatted the question as a heading. */
  headingLevel: number | null;
  headingAttributes: SafeHtml;
  /** Element with the answer. */
  answer: SafeHtml;
}

/** A disclosure. */
export interface Toggle extends SavedBlock {
  style: 'details' | 'button';
  summaryAttributes: SafeHtml;
  label: SafeHtml;
  /** Labels while closed and while open. Empty uses the label. */
  labelClosed: string;
  labelOpen: string;
  /** Element with the content. */
  content: SafeHtml;
}

declare module '../../../../index.js' {
  interface TemplateData {
    'kb/blocks/accordion': Accordion;
    'kb/blocks/accordion-item': AccordionItem;
    'kb/blocks/toggle': Toggle;
    'kb/blocks/related': RelatedArticles;
    'kb/blocks/category-posts': CategoryPosts;
  }
}
