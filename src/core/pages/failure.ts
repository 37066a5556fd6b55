import type { Logger } from 'pino';
import { HostError } from '../errors.js';
import type { Strings } from '../templates/strings.js';
import type { PageRequest } from './router.js';

/** An error as shown to visitors. */
export interface Failure {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  /** Id of the log entry for errors on our side. Null for others. */
  readonly requestId: string | null;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'message.bad-request',
  401: 'message.forbidden',
  403: 'message.forbidden',
  404: 'message.not-found',
  410: 'message.gone',
  429: 'message.too-many',
};

/** Describes an error to visitors. Details of unexpected errors only go to the log. */
export function failureOf(
  error: unknown,
  request: PageRequest,
  { strings, log, debug }: { readonly strings: Strings; readonly log: Logger; readonly debug: boolean },
): Failure {
  const clientError = error instanceof HostError && error.status < 500 ? error : null;
  const status = error instanceof HostError ? error.status : 500;
  if (!clientError) log.error({ err: error, request_id: request.id, path: request.fullPath }, 'A page failed');
  const hidden = debug && error instanceof Error ? error.message : strings.text('message.failed-text');
  return {
    status,
    title: strings.text(TITLES[status] ?? 'message.failed'),
    message: clientError?.message ?? hidden,
    requestId: clientError ? null : request.id,
  };
}
