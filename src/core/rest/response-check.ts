import type { JsonSchema } from '../schema/schema.js';
import type { CreateValidator, Validator } from '../schema/validate.js';
import { stringify } from './json-text.js';
import { isFile } from './respond-file.js';
import type { RestResponse } from './response.js';
import type { Endpoint, RestRequest } from './route.js';

/**
 * Compares a route's answer with its declaration.
 * @returns a sentence with the route, the place in the data and the problem; null if the response is valid
 */
export type ResponseCheck = (
  endpoint: Endpoint,
  request: Pick<RestRequest, 'method' | 'route'>,
  response: RestResponse,
) => string | null;

/**
 * Creates the check that keeps answers and documentation in sync. Development only: it serializes and parses every
 * answer. Checks only successful answers of routes with `returns`, as the handler returned them.
 * @param createValidator validator factory, shared with the arguments
 */
export function createResponseCheck(createValidator: CreateValidator): ResponseCheck {
  const validators = new WeakMap<Endpoint, Validator>();
  return (endpoint, { method, route }, { status, data }) => {
    const { returns } = endpoint;
    const hasData = status >= 200 && status < 300 && status !== 204;
    if (!returns || !hasData) return null;
    if (isBinary(returns) || isFile(data)) return fileFault(`${method} ${route}`, returns, data);
    let validator = validators.get(endpoint);
    if (!validator) {
      validator = createValidator({ data: { ...returns, required: true } });
      validators.set(endpoint, validator);
    }
    const fault = validator({ data: asJson(data) }).data;
    return fault
      ? `The response of ${method} ${route} does not match its "returns": ${fault.message} Correct the handler or the schema.`
      : null;
  };
}

/** Whether `returns` declares a file. */
export function isBinary({ type, format }: JsonSchema): boolean {
  return type === 'string' && format === 'binary';
}

function fileFault(route: string, returns: JsonSchema, data: unknown): string | null {
  if (!isBinary(returns)) {
    return `${route} returned a file. Its "returns" must be { type: 'string', format: 'binary' }.`;
  }
  const isBytes = isFile(data) || data instanceof Uint8Array;
  return isBytes ? null : `${route} must return a file. Use respondFile, or return bytes.`;
}

/** Converts data to what a client reads: dates as text, no absent members. Invalid JSON is reported when it is sent. */
function asJson(data: unknown): unknown {
  try {
    return JSON.parse(stringify(data));
  } catch {
    return data;
  }
}
