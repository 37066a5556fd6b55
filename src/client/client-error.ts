/** What a `ClientError` is made of. */
export interface ClientErrorInit {
  readonly status?: number;
  readonly data?: unknown;
  readonly response?: Response;
  readonly cause?: unknown;
}

/**
 * A call that did not get what it asked for. `code` is the stable code of the host (`rest_forbidden`), or says why
 * there is no answer of the host: `network_error`, `timeout`, `aborted`, `invalid_answer` for something that is not
 * JSON, `unknown_error` for JSON that is no error of a host.
 */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** What the host tells besides code and message. */
  readonly data: unknown;
  /** What is wrong with each parameter that is, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Finds the call in the log of the host. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;
  /** The answer, its body already read; absent when there was none. */
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

/** Whether something that was thrown is an error of the client, and of this code if one is given. */
export function isClientError(error: unknown, code?: string): error is ClientError {
  return error instanceof ClientError && (code === undefined || error.code === code);
}

/** Missing parameters come as a list of names, wrong ones with a sentence each. */
function paramsOf(params: unknown, message: string): Record<string, string> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [String(name), message]));
  return { ...(params as Record<string, string> | undefined) };
}

/** Retry-After is a number of seconds or a date (RFC 9110 section 10.2.3). */
function secondsOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
