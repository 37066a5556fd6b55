import { ClientError } from './client-error.js';

/**
 * Sends a request and reads the response as text.
 * @throws ClientError `network_error` if there is no response or it is cut off
 */
export async function exchange(send: () => Promise<Response>): Promise<{ response: Response; text: string }> {
  try {
    const response = await send();
    return { response, text: await response.text() };
  } catch (cause) {
    throw new ClientError('network_error', 'The server cannot be reached. Try again when you are online.', { cause });
  }
}

/**
 * Parses the data of a response. Null if it is empty.
 * @throws ClientError with the host's code, or `invalid_answer` if it is not JSON, such as an error page of a proxy
 */
export function readBody(response: Response, text: string): unknown {
  const { status } = response;
  let data: unknown = null;
  try {
    if (text !== '') data = JSON.parse(text);
  } catch (cause) {
    throw new ClientError('invalid_answer', `The server answered ${status} with something that is not JSON.`, {
      status,
      response,
      cause,
    });
  }
  if (response.ok || status === 304) return data;
  const error = (data ?? {}) as { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
  throw new ClientError(
    String(error.code ?? 'unknown_error'),
    String(error.message ?? `The server answered ${status}.`),
    {
      status,
      data: error.data,
      response,
    },
  );
}
