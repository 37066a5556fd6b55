import { isClientError } from '../../../client.js';

/** Type of a save failure, as far as it matters for what to do next. */
export type FailureKind =
  | 'offline'
  | 'server'
  | 'limited'
  | 'conflict'
  | 'logged-out'
  | 'other-user'
  | 'forbidden'
  | 'gone'
  | 'too-large'
  | 'refused';

export interface Failure {
  readonly kind: FailureKind;
  /** Message of the server; empty if there is none. */
  readonly message: string;
  /** Error messages by argument. */
  readonly params: Readonly<Record<string, string>>;
  /** Milliseconds that the server asks to wait (`Retry-After`). */
  readonly wait: number;
  /** User who saved since, and the date, if the server reports them. */
  readonly since: { readonly author: number; readonly modified: string } | null;
}

const KINDS: Readonly<Record<number, FailureKind>> = {
  0: 'offline',
  401: 'logged-out',
  403: 'forbidden',
  404: 'gone',
  408: 'server',
  410: 'gone',
  412: 'conflict',
  413: 'too-large',
  429: 'limited',
};

/** Temporary failures, for which a later retry may succeed. */
const PASSING: ReadonlySet<FailureKind> = new Set(['offline', 'server', 'limited']);

export function isPassing({ kind }: Failure): boolean {
  return PASSING.has(kind);
}

/** Whether saving can continue once the user signs in again, in another tab. */
export function isOver({ kind }: Failure): boolean {
  return kind === 'logged-out' || kind === 'other-user';
}

export function failureOf(error: unknown): Failure {
  const nothing = { params: {}, wait: 0, since: null };
  if (!isClientError(error)) return { ...nothing, kind: 'refused', message: String(error) };
  const { status, code, message, params, retryAfter = 0, data } = error;
  const { details } = (data ?? {}) as { readonly details?: { readonly author?: unknown; readonly modified?: unknown } };
  const { author, modified } = details ?? {};
  return {
    kind: kindOf(status, code),
    message: status === 0 ? '' : message,
    params,
    wait: retryAfter * 1000,
    since: typeof author === 'number' && typeof modified === 'string' ? { author, modified } : null,
  };
}

function kindOf(status: number, code: string): FailureKind {
  // If the nonce cannot be renewed, the session has expired.
  if (code === 'rest_cookie_invalid_nonce') return 'logged-out';
  if (code === 'rest_other_user') return 'other-user';
  // Error page of a proxy, whatever its status. The host itself responds in JSON.
  if (code === 'invalid_answer' || status >= 500) return 'server';
  // An earlier attempt with the same key is still in progress.
  if (code === 'rest_idempotency_in_flight') return 'server';
  return KINDS[status] ?? 'refused';
}
