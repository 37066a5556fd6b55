import { isClientError } from '../../../client.js';

/** Why a save did not happen, as far as it matters for what to do next. */
export type FailureKind = 'offline' | 'conflict' | 'logged-out' | 'forbidden' | 'gone' | 'refused';

export interface Failure {
  readonly kind: FailureKind;
  /** What the server says; empty when it says nothing. */
  readonly message: string;
  /** What is wrong with each argument that is, by name. */
  readonly params: Readonly<Record<string, string>>;
}

const KINDS: Readonly<Record<number, FailureKind>> = {
  401: 'logged-out',
  403: 'forbidden',
  404: 'gone',
  410: 'gone',
  412: 'conflict',
};

export function failureOf(error: unknown): Failure {
  if (!isClientError(error)) return { kind: 'refused', message: String(error), params: {} };
  if (error.status === 0) return { kind: 'offline', message: '', params: {} };
  return { kind: KINDS[error.status] ?? 'refused', message: error.message, params: error.params };
}
