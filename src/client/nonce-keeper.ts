import { ClientError } from './client-error.js';

/** A nonce shared by calls. Resolves to an empty string for visitors who are not signed in. */
export type Nonce = Promise<string>;

/** Cache for the nonce of the page's session. Concurrent calls share one request for it. */
export interface NonceKeeper {
  current(): Nonce;
  /** Stores a newer nonce from the response to a call that used `used`. */
  replace(used: Nonce, newer: string): void;
  /** Returns a nonce to use instead of `used`: one already fetched by another call, or a new one. */
  renew(used: Nonce): Nonce;
  /** Clears the nonce if `used` is the current one, or in any case without an argument. */
  forget(used?: Nonce): void;
}

/**
 * @param ask fetches a nonce
 * @param initial nonce from the page; empty if it knows that no user is signed in
 */
export function createNonceKeeper(ask: () => Promise<string>, initial: string | undefined): NonceKeeper {
  let cached: Nonce | undefined = initial === undefined ? undefined : Promise.resolve(initial);

  function forget(used = cached): void {
    if (cached === used) cached = undefined;
  }

  function current(): Nonce {
    if (!cached) {
      const request = ask();
      request.catch(() => forget(request));
      cached = request;
    }
    return cached;
  }

  return {
    current,
    forget,
    replace(used, newer) {
      if (cached === used) cached = Promise.resolve(newer);
    },
    renew(used) {
      forget(used);
      return current();
    },
  };
}

/**
 * Reads the nonce from a response of the nonce endpoint.
 * @throws ClientError if the response is neither a nonce nor a refusal, since an anonymous call would behave
 * differently
 */
export function nonceOf(response: Response, text: string): string {
  const { status } = response;
  if (status === 401 || status === 403) return '';
  if (response.ok && /^[\w-]+$/.test(text)) return text;
  throw new ClientError('invalid_answer', `The server answered ${status} instead of a nonce.`, { status, response });
}
