import { isClientError } from '../../../client.js';

/** Why a save did not happen, as far as it matters for what to do next. */
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
  /** What the server says; empty when it says nothing. */
  readonly message: string;
  /** What is wrong with each argument that is, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Milliseconds that the server wants to be left alone for. */
  readonly wait: number;
  /** Who saved since, and when, as far as the server says it. */
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

/** What goes by itself; a try some time later may succeed. */
const PASSING: ReadonlySet<FailureKind> = new Set(['offline', 'server', 'limited']);

export function isPassing({ kind }: Failure): boolean {
  return PASSING.has(kind);
}

/** Goes on when somebody has logged in, which happens in another tab. */
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
  // A nonce that cannot be renewed is that of a session which is over.
  if (code === 'rest_cookie_invalid_nonce') return 'logged-out';
  if (code === 'rest_other_user') return 'other-user';
  // An error page of a proxy, whatever its status: the host itself answers in JSON.
  if (code === 'invalid_answer' || status >= 500) return 'server';
  // An earlier try of the same is still being worked on.
  if (code === 'rest_idempotency_in_flight') return 'server';
  return KINDS[status] ?? 'refused';
}
