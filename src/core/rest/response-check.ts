import type { CreateValidator, Validator } from '../schema/validate.js';
import { stringify } from './encode.js';
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

/** What a client will read: dates are text, absent members are gone. What JSON cannot carry is found when it is sent. */
function asJson(data: unknown): unknown {
  try {
    return JSON.parse(stringify(data));
  } catch {
    return data;
  }
}
