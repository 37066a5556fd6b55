import { mediaType } from '../http/body.js';
import type { EndpointRequest } from '../http/endpoints.js';
import { requestHeader } from '../http/request-header.js';
import { oauthError } from '../identity/oauth/oauth-error.js';

const FORM = 'application/x-www-form-urlencoded';

/** Maximum characters of one parameter. Tokens, codes and URLs are far shorter. */
const MAX_PARAMETER_LENGTH = 4000;

/** Valid parameters, and the names of repeated or overlong ones. */
export interface Parameters {
  readonly once: Readonly<Record<string, string>>;
  /** Names of invalid parameters. RFC 6749 section 3.1 allows each only once, and brackets make lists too. */
  readonly faulty: readonly string[];
}

/** Splits parameters into valid and invalid ones. Empty ones count as absent (RFC 6749 section 3.1). */
export function readParameters(fields: Readonly<Record<string, unknown>>): Parameters {
  const once: Record<string, string> = {};
  const faulty: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || value.length > MAX_PARAMETER_LENGTH) faulty.push(name);
    else if (value !== '') once[name] = value;
  }
  return { once, faulty };
}

/**
 * Reads the parameters that a client posts: form-encoded, only in the body, each once.
 * @throws HostError 400 `invalid_request`
 */
export async function readClientForm(request: EndpointRequest): Promise<Readonly<Record<string, string>>> {
  if (request.query !== '') {
    throw oauthError('invalid_request', 'Send the parameters in the body: URLs are written to logs.');
  }
  if (mediaType(requestHeader(request.auth, 'content-type')) !== FORM) {
    throw oauthError('invalid_request', `Send the parameters as ${FORM}.`);
  }
  const { once, faulty } = readParameters(await request.readForm());
  if (faulty.length > 0) {
    throw oauthError('invalid_request', `Send each parameter once, with at most ${MAX_PARAMETER_LENGTH} characters.`);
  }
  return once;
}
