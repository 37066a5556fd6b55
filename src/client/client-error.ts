/** Members of a `ClientError`. */
export interface ClientErrorInit {
  readonly status?: number;
  readonly data?: unknown;
  readonly response?: Response;
  readonly cause?: unknown;
}

/**
 * A failed call. `code` is the host's error code (`rest_forbidden`), or explains why there is no response from the host:
 * `network_error`, `timeout`, `aborted`, `invalid_answer` for a body that is not JSON, `unknown_error` for JSON that
 * is not an error of a host.
 */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: string;
  /** HTTP status. 0 without a response. */
  readonly status: number;
  /** Error data besides code and message. */
  readonly data: unknown;
  /** Error messages of invalid parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Id of the call in the host's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;
  /** The response, with its body already read. Undefined if there was none. */
  readonly response: Response | undefined;

  constructor(code: string, message: string, { status = 0, data, response, cause }: ClientErrorInit = {}) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.data = data;
    this.response = response;
    const details = (data ?? {}) as { readonly params?: unknown; readonly request_id?: string };
    this.params = paramsOf(details.params, message);
    this.requestId = details.request_id ?? response?.headers.get('X-Request-Id') ?? undefined;
    this.retryAfter = secondsOf(response?.headers.get('Retry-After'));
  }
}

/** Whether a thrown value is a `ClientError`, optionally with this code. */
export function isClientError(error: unknown, code?: string): error is ClientError {
  return error instanceof ClientError && (code === undefined || error.code === code);
}

/** Missing parameters are a list of names, invalid ones have a message each. */
function paramsOf(params: unknown, message: string): Record<string, string> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [String(name), message]));
  return { ...(params as Record<string, string> | undefined) };
}

/** Parses Retry-After, a number of seconds or a date (RFC 9110 section 10.2.3). */
function secondsOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
