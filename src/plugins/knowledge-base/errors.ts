import type { BlockFault } from '../../blocks.js';
import { type Database, HostError, type RestRequest } from '../../index.js';
import { UNSHARED } from './access/effective.js';
import type { Article } from './article.js';

/** Also for what is there and may not be known of: for somebody else it is there. */
export function articleNotFound(id: number | string): HostError {
  return new HostError('vendor_kb_article_not_found', `There is no article ${id}.`, {
    status: 404,
    headers: UNSHARED,
  });
}

export function categoryNotFound(id: number): HostError {
  return new HostError('vendor_kb_category_not_found', `There is no category ${id}.`, {
    status: 404,
    headers: UNSHARED,
  });
}

export function revisionNotFound(articleId: number, version: number): HostError {
  return new HostError('vendor_kb_revision_not_found', `There is no version ${version} of the article ${articleId}.`, {
    status: 404,
  });
}

/** @param author who saved the present version; 0 for nobody */
export function versionConflict(current: Article, author: number): HostError {
  return new HostError(
    'vendor_kb_version_conflict',
    `The article was changed meanwhile: it is at version ${current.version}. Load it, apply your changes to it and save again.`,
    {
      status: 412,
      details: { version: current.version, author, modified: current.modifiedAt.toISOString() },
    },
  );
}

export function blockNotFound(name: string): HostError {
  return new HostError(
    'vendor_kb_block_not_found',
    `Nobody has registered a block "${name}" here. Activate the plugin that brings it, or check its name.`,
    { status: 404 },
  );
}

export function blocksInvalid({ block, attribute, message }: BlockFault): HostError {
  return new HostError('vendor_kb_blocks_invalid', message, { status: 400, details: { block, attribute } });
}

export function slugTaken(slug: string): HostError {
  return new HostError(
    'vendor_kb_slug_taken',
    `The slug "${slug}" is already in use here. Send another one as \`slug\`.`,
    {
      status: 409,
      params: { slug: 'slug must be unique among its siblings.' },
    },
  );
}

export function attachmentNotFound(id: number): HostError {
  return new HostError('vendor_kb_attachment_not_found', `There is no attachment ${id}.`, {
    status: 404,
    headers: UNSHARED,
  });
}

/** @param cause what rendering says of it */
export function textTooLarge(cause: HostError): HostError {
  const { bytes, limit } = cause.data;
  const message = `The text has ${bytes} bytes; an article may have ${limit}. Split it into several articles.`;
  return new HostError('vendor_kb_too_large', message, { status: 413, bytes, limit }, { cause });
}

/** The unique key has the last word when two processes choose the same slug at once. */
export async function onTaken<T>(db: Database, slug: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (db.isUniqueViolation(error)) throw slugTaken(slug);
    throw error;
  }
}

/** A value that is well-formed and still cannot be, with the parameter's name. */
export function invalidParam(name: string, message: string): HostError {
  return new HostError('vendor_kb_invalid_param', message, { status: 400, params: { [name]: message } });
}

/** Of something that is to change its language, and has translations. */
export function translatedAlready(locale: string): string {
  return `It is a translation of something that is there in the locale "${locale}" already. Take it out first: translation_of=null.`;
}

/** 401 for visitors, 403 with what is missing for those who are known. */
export function forbidden(
  code: string,
  message: string,
  capability: string,
  { user }: Pick<RestRequest, 'user'>,
): HostError {
  return new HostError(code, message, user ? { status: 403, missing_capability: capability } : { status: 401 });
}

/** Somebody else has put the same list in order. */
export function orderChanged(): HostError {
  return new HostError(
    'vendor_kb_order_changed',
    'Somebody has changed this order meanwhile, or added something to it. Look at it as it is now, and make the change once more.',
    { status: 409 },
  );
}
