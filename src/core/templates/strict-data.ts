import { nearestName } from '../../hooks/near-names.js';
import { HostError, messageOf } from '../errors.js';

/** Read by the engine or by JavaScript itself, not by template authors. */
const reservedFields = new Set(['__blocks', 'toJSON']);

/**
 * Wraps template data so that reading an unknown field throws instead of printing nothing. Typos in an override then
 * fail in development and tests. Only plain objects and arrays are wrapped, at every depth; dates, functions and
 * SafeHtml are returned unchanged.
 * @param template name of the template that reads, for the message
 * @throws HostError `template_unknown_field` on the read
 */
export function strictData<T extends object>(data: T, template: string, path = ''): T {
  const isList = Array.isArray(data);
  // A copy, because a proxy may not answer differently for the properties of a frozen object.
  const copy = (isList ? [...data] : { ...data }) as T;
  return new Proxy(copy, {
    get(target, field, receiver) {
      const value: unknown = Reflect.get(target, field, receiver);
      if (typeof field === 'symbol' || reservedFields.has(field)) return value;
      const isIndex = isList && /^\d+$/.test(field);
      const name = isIndex ? `${path}[${field}]` : path === '' ? field : `${path}.${field}`;
      if (!(field in target) && !isIndex) {
        const keys = Object.keys(target);
        const nearest = nearestName(field, keys);
        const advice = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
        throw new HostError(
          'template_unknown_field',
          `The template "${template}" uses the unknown field "${name}".${advice} Available: ${keys.join(', ')}.`,
          { template, field: name },
        );
      }
      return isPlain(value) ? strictData(value, template, name) : value;
    },
  });
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/** A template error, and the file it occurred in. */
export interface TemplateFault {
  readonly error: HostError;
  readonly file: string;
}

/** Eta's error messages start with the file and the line. */
const PLACE = /^(.+:\d+)\n/;

/** Everything from this line on is generated code. */
const GENERATED = /\n=+\n.*$/s;

/**
 * Converts an error to a HostError with the template's name, file and line. Eta wraps an error once per include; the
 * innermost HostError has the actual cause.
 */
export function templateFault(error: unknown, template: string, file: string): HostError {
  const message = messageOf(error).replace(GENERATED, '').trim();
  const place = PLACE.exec(message)?.[1] ?? file;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof HostError)) continue;
    const isOwn = cause.data.template === template && cause.data.file === undefined;
    return isOwn ? inPlace(cause, template, { file, place }) : cause;
  }
  return new HostError(
    'template_failed',
    `The template "${template}" (${file}) could not be rendered: ${message}`,
    { template, file },
    { cause: error },
  );
}

/** Adds the location to an error about the data, which does not know the file. */
function inPlace(error: HostError, template: string, { file, place }: { file: string; place: string }): HostError {
  const name = `The template "${template}"`;
  return new HostError(
    error.code,
    error.message.replace(name, `${name} (${place})`),
    { ...error.data, file },
    { cause: error },
  );
}
