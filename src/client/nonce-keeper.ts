import { ClientError } from './client-error.js';

/** The nonce as the calls share it; it resolves to the empty text for visitors who are not logged in. */
export type Nonce = Promise<string>;

/** Keeps the nonce of the page's session: asks for it once, however many calls wait for it. */
export interface NonceKeeper {
  current(): Nonce;
  /** Takes over a newer nonce that came with an answer to a call that used `used`. */
  replace(used: Nonce, newer: string): void;
  /** A nonce to use instead of `used`: the one that another call has got already, else a new one. */
  renew(used: Nonce): Nonce;
  /** Asks again at the next call, if `used` is still in use; without it in any case. */
  forget(used?: Nonce): void;
}

/**
 * @param ask fetches a nonce
 * @param initial one that the page came with; the empty text when it knows that nobody is logged in
 */
export function createNonceKeeper(ask: () => Promise<string>, initial: string | undefined): NonceKeeper {
  let kept: Nonce | undefined = initial === undefined ? undefined : Promise.resolve(initial);

  function forget(used = kept): void {
    if (kept === used) kept = undefined;
  }

  function current(): Nonce {
    if (!kept) {
      const asked = ask();
      asked.catch(() => forget(asked));
      kept = asked;
    }
    return kept;
  }

  return {
    current,
    forget,
    replace(used, newer) {
      if (kept === used) kept = Promise.resolve(newer);
    },
    renew(used) {
      forget(used);
      return current();
    },
  };
}

/**
 * The nonce in an answer of the nonce endpoint.
 * @throws ClientError when the answer is neither a nonce nor a refusal: an anonymous call would do something else
 */
export function nonceOf(response: Response, text: string): string {
  const { status } = response;
  if (status === 401 || status === 403) return '';
  if (response.ok && /^[\w-]+$/.test(text)) return text;
  throw new ClientError('invalid_answer', `The server answered ${status} instead of a nonce.`, { status, response });
}
