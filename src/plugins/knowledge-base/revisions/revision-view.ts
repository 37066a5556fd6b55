import { escapeHtml } from '../../../index.js';
import type { KbViewer } from '../access/viewer.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { Revision, RevisionSummary } from './revisions.js';

/** A version of an article in a list of them. */
export interface RevisionSummaryView {
  article_id: number;
  version: number;
  kind: string;
  parent_version: number | null;
  author: number;
  /** As it is shown; empty for nobody. */
  author_name: string;
  date: string;
  title: { raw: string; rendered: string };
  _links: Record<string, { href: string }[]>;
}

/** A version with all that it said. */
export interface RevisionView extends RevisionSummaryView {
  content: { raw: string; rendered: string; format: string };
  excerpt: { raw: string; rendered: string };
  slug: string;
  status: string;
  locale: string;
  categories: number[];
  tags: string[];
  order: number;
  sticky: boolean;
}

/** @param names of those who saved, by their ids */
export function summaryView(
  revision: RevisionSummary,
  names: ReadonlyMap<number, string>,
  restUrl: (path: string) => string,
): RevisionSummaryView {
  const article = `/articles/${revision.articleId}`;
  return {
    article_id: revision.articleId,
    version: revision.version,
    kind: revision.kind,
    parent_version: revision.parentVersion,
    author: revision.authorId,
    author_name: names.get(revision.authorId) ?? '',
    date: revision.createdAt.toISOString(),
    title: { raw: revision.title, rendered: escapeHtml(revision.title) },
    _links: {
      self: [{ href: restUrl(`${article}/revisions/${revision.version}`) }],
      collection: [{ href: restUrl(`${article}/revisions`) }],
      up: [{ href: restUrl(article) }],
    },
  };
}

/** Who saved these versions, by their ids; those who are gone are left out. */
export async function namesIn(
  revisions: readonly RevisionSummary[],
  { users }: Pick<KnowledgeBase, 'users'>,
): Promise<Map<number, string>> {
  const ids = new Set(revisions.map(({ authorId }) => authorId));
  const found = await Promise.all([...ids].map((id) => (id === 0 ? null : users.get(id))));
  return new Map(found.flatMap((user) => (user ? [[user.id, user.name]] : [])));
}

/** @param viewer whom its blocks are shown to */
export async function revisionView(
  revision: Revision,
  viewer: KbViewer,
  { restUrl, texts, users }: Pick<KnowledgeBase, 'restUrl' | 'texts' | 'users'>,
): Promise<RevisionView> {
  const { content, contentFormat, excerpt, fields } = revision;
  const { html } = await texts.preview({ content, contentFormat, locale: fields.locale }, viewer);
  return {
    ...summaryView(revision, await namesIn([revision], { users }), restUrl),
    content: { raw: content, rendered: html, format: contentFormat },
    excerpt: { raw: excerpt, rendered: escapeHtml(excerpt) },
    slug: fields.slug,
    status: fields.status,
    locale: fields.locale,
    categories: [...fields.categoryIds],
    tags: [...fields.tags],
    order: fields.menuOrder,
    sticky: fields.sticky,
  };
}
