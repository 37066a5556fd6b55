import { HostError } from '../errors.js';
import type { Post } from './posts.js';

export function postNotFound(id: number): HostError {
  return new HostError('rest_post_invalid_id', `There is no post ${id}.`, { status: 404 });
}

export const VERSION_CONFLICT = 'rest_post_version_conflict';

export function versionConflict({ lockVersion, authorId, modifiedAt }: Post): HostError {
  return new HostError(
    VERSION_CONFLICT,
    `The post has changed and is now at version ${lockVersion}. Load it, apply your changes and save again.`,
    { status: 412, details: { version: lockVersion, author: authorId, modified: modifiedAt.toISOString() } },
  );
}

/** A value that is well-formed but not allowed. */
export function invalidValue(name: string, message: string, code = 'rest_invalid_param'): HostError {
  return new HostError(code, message, { status: 400, params: { [name]: message } });
}
