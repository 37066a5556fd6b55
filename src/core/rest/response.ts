import { type AdditionalError, HostError, isForOperators, RETRY_LATER } from '../errors.js';

/** Position of a page in the whole list, for the pagination headers. */
export interface PageInfo {
  /** Page number, from 1. */
  readonly page: number;
  readonly perPage: number;
  /** Number of items on all pages. */
  readonly total: number;
  /**
   * Number of pages, if they may contain more than `perPage` items.
   * @default `total` divided by `perPage`
   */
  readonly pages?: number;
  /** Number of skipped items, if the caller sent an offset instead of a page. */
  readonly offset?: number | undefined;
}

/** Answer with status, headers and pagination besides its data. Handlers create it with `respond` or `paginate`. */
export interface RestResponse {
  readonly [RESPONSE]: true;
  readonly data: unknown;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly pageInfo?: PageInfo;
}

const RESPONSE = Symbol('mortise.rest.response');

/**
 * Answers with `data`, a status (default 200) and headers.
 * @param data JSON value, or an object with a JSON form
 * @example
 * return respond(recipe, { status: 201, headers: { Location: recipe.link } });
 */
export function respond(
  data: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): RestResponse {
  return { [RESPONSE]: true, data, status, headers };
}

/**
 * Answers with one page of a list, with `X-CMS-Total`, `X-CMS-TotalPages` and `Link`.
 * @param data items of the page, or an object that contains them
 * @throws HostError 400 `rest_post_invalid_page_number` (or the given code) for a page past the end
 * @example
 * const { recipes, total } = await list({ page: args.page, perPage: args.per_page });
 * return paginate(recipes, { total, page: args.page, perPage: args.per_page });
 */
export function paginate(data: unknown, pageInfo: PageInfo, code = 'rest_post_invalid_page_number'): RestResponse {
  assertPage(pageInfo, code);
  return { ...respond(data), pageInfo };
}

/** Rejects a page past the end; the first page of an empty list is valid. */
function assertPage(info: PageInfo, code = 'rest_post_invalid_page_number'): void {
  const pages = pageCount(info);
  const last = Math.max(1, pages);
  if (info.offset === undefined && info.page > last) {
    throw new HostError(code, `The last page is ${last}; page ${info.page} does not exist.`, {
      status: 400,
      total_pages: pages,
    });
  }
}

export function pageCount({ total, perPage, pages = Math.ceil(total / perPage) }: PageInfo): number {
  return pages;
}

/** Rejects a status that HTTP does not define for a final response. @throws HostError 500 `rest_invalid_status` */
export function assertStatus({ status }: RestResponse): void {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return;
  throw new HostError(
    'rest_invalid_status',
    `A route or filter returned the status ${status}, which is not an HTTP status.`,
    {
      status: 500,
    },
  );
}

export function isRestResponse(value: unknown): value is RestResponse {
  return typeof value === 'object' && value !== null && RESPONSE in value;
}

/** Converts a handler's return value to a response; `null` and `undefined` become an empty 204. */
export function toResponse(value: unknown, status = 200): RestResponse {
  if (isRestResponse(value)) return value;
  return value === undefined || value === null ? respond(null, { status: 204 }) : respond(value, { status });
}

/** Body of every error: `{code, message, data: {status, request_id, ...}}`, with additional errors beside it. */
export interface ErrorBody {
  code: string;
  message: string;
  data: { status: number; request_id: string; [key: string]: unknown };
  additional_errors?: readonly AdditionalError[];
  additional_data?: readonly unknown[];
}

/**
 * Converts any thrown value to a response. Internal errors (500), and those of unavailable servers and disks, hide their
 * message from callers, because it may contain private data; `debug` shows it. The host's own errors (`rest_*`) always
 * show it.
 */
export function errorResponse(error: unknown, requestId: string, debug: boolean): RestResponse {
  const hostError = error instanceof HostError && isErrorStatus(error.status) ? error : internalError(error, debug);
  const isPrivate = isForOperators(hostError) || (hostError.status === 500 && !hostError.code.startsWith('rest_'));
  const isHidden = isPrivate && !debug;
  const { status } = hostError;
  const { headers = {}, additional_errors, additional_data, ...data } = isHidden ? { status } : hostError.data;
  const body: ErrorBody = {
    code: hostError.code,
    message: isHidden ? hiddenMessage(status) : hostError.message,
    data: { ...data, request_id: requestId },
    ...(additional_errors ? { additional_errors } : {}),
    ...(additional_data ? { additional_data } : {}),
  };
  return respond(body, { status, headers: { ...(status === 503 ? { 'Retry-After': RETRY_LATER } : {}), ...headers } });
}

const HIDDEN = 'Internal server error. The log has the reason.';
const AWAY = 'A service that the site needs is unavailable. Try again shortly.';

function hiddenMessage(status: number): string {
  return status === 503 ? AWAY : HIDDEN;
}

function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}

function internalError(error: unknown, debug: boolean): HostError {
  const message = debug && error instanceof Error ? error.message : HIDDEN;
  return new HostError('rest_internal_error', message, { status: 500 });
}
