import type { BlockFault } from '../../../blocks.js';
import type { Database } from '../../../database.js';
import { HostError } from '../../../index.js';
import type { RestRequest } from '../../../rest.js';
import type { Article } from './articles/article.js';

/** Headers for responses that depend on the viewer, so that shared caches do not store them. */
export const UNSHARED = { 'Cache-Control': 'private, no-store' } as const;

/** Also used for articles that exist but are hidden from the caller. */
export function articleNotFound(id: number | string): HostError {
  return new HostError('vendor_kb_article_not_found', `Article ${id} does not exist.`, {
    status: 404,
    headers: UNSHARED,
  });
}

export function categoryNotFound(id: number): HostError {
  return new HostError('vendor_kb_category_not_found', `Category ${id} does not exist.`, {
    status: 404,
    headers: UNSHARED,
  });
}

export function revisionNotFound(articleId: number, version: number): HostError {
  return new HostError('vendor_kb_revision_not_found', `Version ${version} of article ${articleId} does not exist.`, {
    status: 404,
  });
}

/** Creates the edit conflict error. @param author user who saved the current version; 0 if unknown */
export function versionConflict(current: Article, author: number): HostError {
  return new HostError(
    'vendor_kb_version_conflict',
    `The article has changed and is now at version ${current.version}. Load it, apply your changes and save again.`,
    {
      status: 412,
      details: { version: current.version, author, modified: current.modifiedAt.toISOString() },
    },
  );
}

export function blockNotFound(name: string): HostError {
  return new HostError(
    'vendor_kb_block_not_found',
    `The block "${name}" is not registered. Activate its plugin, or check the name.`,
    { status: 404 },
  );
}

export function blocksInvalid({ block, attribute, message }: BlockFault): HostError {
  return new HostError('vendor_kb_blocks_invalid', message, { status: 400, details: { block, attribute } });
}

export function slugTaken(slug: string): HostError {
  return new HostError('vendor_kb_slug_taken', `The slug "${slug}" is already in use. Send another \`slug\`.`, {
    status: 409,
    params: { slug: 'slug must be unique among its siblings.' },
  });
}

export function attachmentNotFound(id: number): HostError {
  return new HostError('vendor_kb_attachment_not_found', `Attachment ${id} does not exist.`, {
    status: 404,
    headers: UNSHARED,
  });
}

/** Creates the error for an oversized text. @param cause error from rendering */
export function textTooLarge(cause: HostError): HostError {
  const { bytes, limit } = cause.data;
  const message = `The text has ${bytes} bytes; the maximum is ${limit}. Split it into several articles.`;
  return new HostError('vendor_kb_too_large', message, { status: 413, bytes, limit }, { cause });
}

/** Maps a duplicate key to a slug error, in case two processes choose the same slug. */
export async function onTaken<T>(db: Database, slug: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (db.isUniqueViolation(error)) throw slugTaken(slug);
    throw error;
  }
}

/** Creates the error for a well-formed but invalid value, with the parameter's name. */
export function invalidParam(name: string, message: string): HostError {
  return new HostError('vendor_kb_invalid_param', message, { status: 400, params: { [name]: message } });
}

/** Returns the message for changing the language of an item with translations. */
export function translatedAlready(locale: string): string {
  return `It is linked to a translation that already exists in the locale "${locale}". Remove it first: translation_of=null.`;
}

/** Creates a 401 for anonymous visitors, and a 403 with the missing permission for authenticated users. */
export function forbidden(
  code: string,
  message: string,
  capability: string,
  { user }: Pick<RestRequest, 'user'>,
): HostError {
  return new HostError(code, message, user ? { status: 403, missing_capability: capability } : { status: 401 });
}

/** Creates the error for a list that another user has reordered. */
export function orderChanged(): HostError {
  return new HostError(
    'vendor_kb_order_changed',
    'Another user changed this order. Reload it and make your change again.',
    { status: 409 },
  );
}
