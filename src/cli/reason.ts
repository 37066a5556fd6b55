import { HostError, messageOf } from '../core/errors.js';

/** Describes an error in one line, with the code of a HostError. */
export function reasonOf(error: unknown): string {
  if (error instanceof HostError) return `${error.message} (${error.code})`;
  return messageOf(error);
}
