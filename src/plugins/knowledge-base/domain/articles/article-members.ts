import type { Article, ArticleSeo } from './article.js';

/** Maintenance data of an article in the REST API, partly limited to `context=edit`. */
export interface MaintenanceView {
  contributors: number[];
  featured_media: number;
  review_by: string | null;
  reviewed_at: string | null;
  stale: boolean;
  views: number;
  attachments_count: number;
  seo: SeoView;
  related?: number[];
  search_aliases?: string[];
  parent_revision?: number | null;
}

export interface SeoView {
  title: string;
  description: string;
  canonical: string;
  noindex: boolean;
  og_image: number;
}

/** Builds the maintenance view. @param hidesFiles whether the viewer may not read the article, which hides its files */
export function maintenanceView(
  article: Article,
  { context, stale, hidesFiles }: { context: 'view' | 'edit'; stale: boolean; hidesFiles: boolean },
): MaintenanceView {
  const { related, searchAliases, parentRevision, counters } = article;
  return {
    contributors: article.contributors,
    featured_media: article.featuredMedia,
    review_by: article.reviewBy,
    reviewed_at: article.reviewedAt?.toISOString() ?? null,
    stale,
    views: counters?.views ?? 0,
    attachments_count: hidesFiles ? 0 : (counters?.attachments ?? 0),
    seo: seoView(article.seo),
    ...(context === 'edit' ? { related, search_aliases: searchAliases, parent_revision: parentRevision } : {}),
  };
}

export function seoView({ title, description, canonical, noindex, ogImage }: ArticleSeo): SeoView {
  return { title, description, canonical, noindex, og_image: ogImage };
}
