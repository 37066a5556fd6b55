import { failureOf } from '../saving/failure.js';
import type { Texts } from '../strings/texts.js';

/** Why a call did not do what it should, in words for people. */
export function reasonOf(error: unknown, text: Texts): string {
  const { kind, message } = failureOf(error);
  return kind === 'offline' ? text('media-offline') : message;
}
