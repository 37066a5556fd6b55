import { HostError, messageOf } from '../core/errors.js';

/** Why one of many went wrong, in one line; with the code of what is known. */
export function reasonOf(error: unknown): string {
  if (error instanceof HostError) return `${error.message} (${error.code})`;
  return messageOf(error);
}
