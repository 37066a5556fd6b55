import { escapeHtml } from '../../../../pages.js';
import type { KbViewer } from '../../domain/access/viewer.js';
import type { Revision, RevisionSummary } from '../../domain/revisions/revisions.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** A version of an article in a list. */
export interface RevisionSummaryView {
  article_id: number;
  version: number;
  kind: string;
  parent_version: number | null;
  author: number;
  /** Display name; empty if unknown. */
  author_name: string;
  date: string;
  title: { raw: string; rendered: string };
  _links: Record<string, { href: string }[]>;
}

/** A version with its content. */
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

/** Builds the list entry. @param names names of the authors by id */
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

/** Returns the names of the versions' authors by id. Deleted users are left out. */
export async function namesIn(
  revisions: readonly RevisionSummary[],
  { users }: Pick<KnowledgeBase, 'users'>,
): Promise<Map<number, string>> {
  const ids = new Set(revisions.map(({ authorId }) => authorId));
  const found = await Promise.all([...ids].map((id) => (id === 0 ? null : users.get(id))));
  return new Map(found.flatMap((user) => (user ? [[user.id, user.name]] : [])));
}

/** Builds the REST resource. @param viewer viewer that its blocks are rendered for */
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
