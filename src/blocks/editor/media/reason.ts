import { failureOf } from '../saving/failure.js';
import type { Texts } from '../texts/use-texts.js';

/** Returns a readable message for a failed call. */
export function reasonOf(error: unknown, text: Texts): string {
  const { kind, message } = failureOf(error);
  return kind === 'offline' ? text('media-offline') : message;
}
