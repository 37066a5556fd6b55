import { textOf } from '../hooks/hook-error.js';

/** An error that goes along with another. */
export interface AdditionalError {
  readonly code: string;
  readonly message: string;
  readonly data?: unknown;
}

/** What an error carries for clients besides its code and message; `status` is the HTTP status. */
export interface ErrorData {
  status: number;
  /** Further errors of the same call, shown beside the first. */
  additional_errors?: readonly AdditionalError[];
  /** Further data of the same error, shown beside `data`. */
  additional_data?: readonly unknown[];
  /** Headers to send with the error, e.g. `{ 'Retry-After': '60' }`; not part of the body. */
  headers?: Readonly<Record<string, string>>;
  [key: string]: unknown;
}

/**
 * The one error type of Mortise: a stable `code` that programs test, a `message` that tells a person what to do,
 * and `data` with the HTTP status and whatever helps to mend the call. It can be thrown anywhere; the REST
 * pipeline, the pages and the CLI each know how to show it.
 */
export class HostError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: ErrorData;

  /**
   * @param code stable identifier, `rest_*` for the host's own answers, the plugin's prefix for its domain
   * @param message a sentence for the reader, saying what to do
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

/** What was thrown, in a line for people. Never throws: plugins throw whatever they like. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : textOf(thrown);
}

/** Whether an error's message is for operators alone: it may name servers, folders and files. */
export function isForOperators({ code, status }: HostError): boolean {
  return status >= 500 && /^(?:database|service|storage)_/.test(code);
}

/** Seconds after which a part that was away is worth another try. */
export const RETRY_LATER = '10';
