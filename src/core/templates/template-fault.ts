import { HostError, messageOf } from '../errors.js';

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
