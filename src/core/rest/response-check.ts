import type { JsonSchema } from '../schema/schema.js';
import type { CreateValidator, Validator } from '../schema/validate.js';
import { stringify } from './json-text.js';
import { isFile } from './respond-file.js';
import type { RestResponse } from './response.js';
import type { Endpoint, RestRequest } from './route.js';

/**
 * Compares what a route answered with what its declaration says.
 * @returns a sentence that names the route, the place in the data and what is wrong there; null when all is well
 */
export type ResponseCheck = (
  endpoint: Endpoint,
  request: Pick<RestRequest, 'method' | 'route'>,
  response: RestResponse,
) => string | null;

/**
 * Makes the check that keeps documentation and answers from parting, for development: it writes and reads every
 * answer as JSON. Only successful answers of routes with `returns` are looked at, as they come from the handler.
 * @param createValidator the factory that the arguments' validators come from
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
      ? `${method} ${route} answered what its "returns" does not describe: ${fault.message} Mend the handler or the schema.`
      : null;
  };
}

/** Whether `returns` says that the answer is a file. */
export function isBinary({ type, format }: JsonSchema): boolean {
  return type === 'string' && format === 'binary';
}

function fileFault(route: string, returns: JsonSchema, data: unknown): string | null {
  if (!isBinary(returns)) {
    return `${route} answered with a file: its "returns" has to be { type: 'string', format: 'binary' }.`;
  }
  const isBytes = isFile(data) || data instanceof Uint8Array;
  return isBytes ? null : `${route} says that it returns a file, and did not: answer with respondFile, or with bytes.`;
}

/** What a client will read: dates are text, absent members are gone. What JSON cannot carry is found when it is sent. */
function asJson(data: unknown): unknown {
  try {
    return JSON.parse(stringify(data));
  } catch {
    return data;
  }
}
