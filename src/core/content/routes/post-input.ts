import type { RestRequest } from '../../rest/route.js';
import type { ValuesOf } from '../../schema/schema.js';
import { invalidValue } from '../post-errors.js';
import type { Post, PostStatus } from '../posts.js';
import type { PostInput } from '../publishing.js';
import { rightFor, scheduled } from '../statuses.js';
import type { MetaFields } from '../types/meta-field.js';
import type { PostType } from '../types/post-type.js';
import type { Taxonomy } from '../types/taxonomy.js';
import type { WRITABLE } from './post-schema.js';
import { requireRight } from './shared.js';

export type PostArguments = ValuesOf<typeof WRITABLE>;

/** Converts request arguments to the input of `publishing`. */
export function toPostInput(args: PostArguments, taxonomies: readonly Taxonomy[]): PostInput {
  const date = args.date_gmt === undefined ? args.date : args.date_gmt;
  const terms: Record<string, readonly number[]> = {};
  for (const { name, rest } of taxonomies) {
    const ids = rest ? (args as Record<string, unknown>)[rest.base] : undefined;
    if (ids !== undefined) terms[name] = ids as readonly number[];
  }
  return {
    title: args.title,
    content: args.content,
    contentFormat: args.content_format,
    excerpt: args.excerpt,
    slug: args.slug,
    status: args.status,
    authorId: args.author,
    parentId: args.parent,
    featuredMedia: args.featured_media,
    menuOrder: args.menu_order,
    locale: args.locale,
    meta: args.meta,
    publishedAt: typeof date === 'string' ? new Date(date) : date,
    terms: Object.keys(terms).length > 0 ? terms : undefined,
  };
}

/**
 * Checks permissions beyond editing: to publish, to trash, to set another author, to assign terms.
 * @param before null for a new post
 * @throws HostError 401 or 403 `rest_cannot_publish`, `rest_cannot_delete`, `rest_cannot_edit_others`,
 * `rest_cannot_assign_term`
 */
export async function assertRights(
  request: RestRequest,
  type: PostType,
  taxonomies: readonly Taxonomy[],
  input: PostInput,
  before: Post | null,
): Promise<void> {
  const { capabilities } = type;
  const status = nextStatus(input, before);
  if (status !== (before?.status ?? 'draft')) {
    const right = rightFor(status);
    if (right === 'publish') {
      const message = 'Your account cannot publish this post. Submit it as pending.';
      await requireRight(request, capabilities.publish, { code: 'rest_cannot_publish', message });
    }
    if (right === 'delete' && before) {
      const message = 'Your account cannot delete this post.';
      await requireRight(request, 'delete_post', { code: 'rest_cannot_delete', message, object: before });
    }
  }
  const author = input.authorId;
  if (author !== undefined && author !== (before?.authorId ?? request.user?.id)) {
    const message = 'Your account cannot write posts for other authors.';
    await requireRight(request, capabilities.editOthers, { code: 'rest_cannot_edit_others', message });
  }
  for (const taxonomy of taxonomies) {
    if (!input.terms?.[taxonomy.name]) continue;
    const message = `Your account cannot assign terms of "${taxonomy.name}".`;
    await requireRight(request, taxonomy.capabilities.assign, { code: 'rest_cannot_assign_term', message });
  }
}

/** The status after the change. A date can publish a scheduled post, or schedule a published one. */
function nextStatus({ status, publishedAt }: PostInput, before: Post | null): PostStatus {
  const requestedStatus = status ?? before?.status ?? 'draft';
  if (status === undefined && publishedAt === undefined) return requestedStatus;
  const date = publishedAt === undefined ? (before?.publishedAt ?? null) : publishedAt;
  return scheduled(requestedStatus, date, new Date()).status;
}

/**
 * Rejects fields that are not available over REST.
 * @throws HostError 400 `rest_invalid_param`
 */
export function assertMetaKeys(meta: Readonly<Record<string, unknown>> | undefined, fields: MetaFields): void {
  const unknown = Object.keys(meta ?? {}).find((key) => fields.get(key)?.rest !== true);
  if (unknown !== undefined) throw invalidValue('meta', `meta.${unknown}: unknown field.`);
}
