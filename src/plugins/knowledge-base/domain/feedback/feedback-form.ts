import { parseEmail } from '../../../../access.js';
import { FEEDBACK_TYPES, type FeedbackDraft, type FeedbackType, MESSAGE_LENGTH, NAME_LENGTH } from './feedback-item.js';

/** Submitted field values, for showing the form again. */
export interface FeedbackFields {
  readonly type: string;
  readonly message: string;
  readonly name: string;
  readonly email: string;
  readonly consent: boolean;
}

export const EMPTY_FIELDS: FeedbackFields = { type: 'suggestion', message: '', name: '', email: '', consent: false };

/** Name of an invalid field and key of its error text. */
export type FeedbackFault = 'type' | 'message' | 'name' | 'email' | 'consent';

/** Validates the fields. @returns the invalid fields; none if the form is valid */
export function faultsOf({ type, message, name, email, consent }: FeedbackFields): readonly FeedbackFault[] {
  return [
    ...(isType(type) ? [] : ['type' as const]),
    ...(readMessage(message) === null ? ['message' as const] : []),
    ...([...name].length <= NAME_LENGTH ? [] : ['name' as const]),
    ...(email === '' || parseEmail(email) !== null ? [] : ['email' as const]),
    ...(email === '' || consent ? [] : ['consent' as const]),
  ];
}

/** Converts valid fields to a message. */
export function draftOf(fields: FeedbackFields, pageUrl: string): FeedbackDraft {
  return {
    type: isType(fields.type) ? fields.type : 'other',
    message: readMessage(fields.message) ?? '',
    name: readName(fields.name),
    email: parseEmail(fields.email),
    pageUrl,
  };
}

function isType(text: string): text is FeedbackType {
  return (FEEDBACK_TYPES as readonly string[]).includes(text);
}

/** Cleans a message of invisible characters. Null if too short or too long. */
export function readMessage(value: unknown): string | null {
  const message = String(value)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  const { length } = [...message];
  return length >= MESSAGE_LENGTH.least && length <= MESSAGE_LENGTH.most ? message : null;
}

/** Cleans a name to a single line; null if empty. */
export function readName(value: string | undefined): string | null {
  const name = (value ?? '')
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return name === '' ? null : name;
}
