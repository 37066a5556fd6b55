import type { Response } from 'supertest';
import type { WrongCall } from '../argument-calls.js';

export const CALLERS = ['anonymous', 'subscriber', 'administrator'] as const;
export type Caller = (typeof CALLERS)[number];

const CODE = /^[a-z][a-z0-9_]*$/;

/** Returns the fault of a response to any request, or null. */
export function faultOf(answer: Response): string | null {
  const { status, headers, body: data, text } = answer;
  // Resources without a trash return 501 as in WordPress. That is not a server failure.
  const isRefused = status === 501 && text.includes('"rest_trash_not_supported"');
  if (status >= 500 && !isRefused) return `${status} ${text.slice(0, 300)}`;
  if (status === 204 || status === 304) return !text ? null : `${status} with a body`;
  // A file download, or a table to save as one.
  if (status < 300 && headers['content-disposition']) return null;
  if (!headers['content-type']?.startsWith('application/json')) return `${status} ${headers['content-type']}`;
  // HEAD responses have no body to check.
  if (status < 400 || !text) return null;
  const {
    code,
    message,
    data: detail,
  } = (data ?? {}) as { code?: unknown; message?: unknown; data?: { status?: unknown; request_id?: unknown } };
  const isWellFormed =
    typeof code === 'string' &&
    CODE.test(code) &&
    typeof message === 'string' &&
    detail?.status === status &&
    detail.request_id === headers['x-request-id'];
  return isWellFormed ? null : `an error in another form: ${text.slice(0, 300)}`;
}

/**
 * Like `faultOf`, and also requires a rejection to name the invalid arguments.
 * @param onLimit called when a rate limit responded instead of the route
 */
export function faultIn(wrong: WrongCall, caller: Caller, answer: Response, onLimit: () => void): string | null {
  const fault = faultOf(answer);
  if (fault !== null || wrong.refused.length === 0) return fault;
  const { code, data } = (answer.body ?? {}) as { code?: string; data?: { params?: object } };
  const isRefused = answer.status === 401 || answer.status === 403;
  if (isRefused && caller !== 'administrator') return null;
  if (answer.status === 429 && code === 'rest_too_many_requests') {
    onLimit();
    return null;
  }
  if (wrong.isInPath && (answer.status === 404 || answer.status === 400)) return null;
  if (answer.status === 400 && wrong.method === 'HEAD') return null;
  if (answer.status !== 400 || code !== 'rest_invalid_param') {
    return `expected 400 rest_invalid_param for ${wrong.refused}, got ${answer.status} ${answer.text.slice(0, 200)}`;
  }
  const unnamed = wrong.refused.filter((name) => !Object.hasOwn(data?.params ?? {}, name));
  return unnamed.length === 0 ? null : `does not name ${unnamed}: ${answer.text.slice(0, 200)}`;
}
