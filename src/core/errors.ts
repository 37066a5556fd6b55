import { textOf } from '../hooks/hook-error.js';

/** An additional error of the same call. */
export interface AdditionalError {
  readonly code: string;
  readonly message: string;
  readonly data?: unknown;
}

/** Data of an error for clients besides code and message. `status` is the HTTP status. */
export interface ErrorData {
  status: number;
  /** Further errors of the same call, included in the response. */
  additional_errors?: readonly AdditionalError[];
  /** Further data of the same error, included next to `data`. */
  additional_data?: readonly unknown[];
  /** Headers to send with the error, e.g. `{ 'Retry-After': '60' }`. Not part of the body. */
  headers?: Readonly<Record<string, string>>;
  [key: string]: unknown;
}

/**
 * The error type of Mortise: a stable `code` for programs, a `message` that tells a person what to do, and `data` with
 * the HTTP status and details. It can be thrown anywhere; the REST pipeline, the pages and the CLI each know how to
 * show it.
 * @example
 * throw new HostError('acme_recipe_missing', 'There is no such recipe.', { status: 404 });
 */
export class HostError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: ErrorData;

  /**
   * @param code stable identifier: `rest_*` for the host's own errors, the plugin's prefix for its domain
   * @param message a sentence for the reader that says what to do
   * @param data `status` (default 500) and further details that are safe to show to the caller
   */
  constructor(code: string, message: string, data: Partial<ErrorData> = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HostError';
    this.code = code;
    this.status = data.status ?? 500;
    this.data = { ...data, status: this.status };
  }

  toJSON(): { code: string; message: string; data: ErrorData } {
    return { code: this.code, message: this.message, data: this.data };
  }
}

/** Describes a thrown value in one line. Never throws, because plugins may throw anything. @experimental */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : textOf(thrown);
}

/** Whether an error message is for operators only, because it may name servers, folders and files. */
export function isForOperators({ code, status }: HostError): boolean {
  return status >= 500 && /^(?:database|service|storage)_/.test(code);
}

/** Seconds after which to retry when a service is unavailable. */
export const RETRY_LATER = '10';
