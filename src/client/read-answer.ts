import { ClientError } from './client-error.js';

/**
 * Sends a request whose answer is text.
 * @throws ClientError `network_error` when there is no answer or it breaks off
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
 * The data of an answer; null for an empty one.
 * @throws ClientError with the host's code, or `invalid_answer` for what is not JSON, an error page of a proxy say
 */
export function readAnswer(response: Response, text: string): unknown {
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
