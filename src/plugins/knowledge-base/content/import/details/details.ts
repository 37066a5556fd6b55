import type { Article } from '../../../domain/articles/article.js';
import { NO_SEO } from '../../../domain/articles/article.js';

/** Details of an article without any. */
export const NO_DETAILS: Required<Details> = {
  seo: NO_SEO,
  reviewBy: null,
  related: [],
  contributors: [],
  searchAliases: [],
  featuredMedia: 0,
};

/** Resolved details of an article. Members the source does not mention are absent. */
export type Details = Partial<
  Pick<Article, 'seo' | 'reviewBy' | 'related' | 'contributors' | 'searchAliases' | 'featuredMedia'>
>;
