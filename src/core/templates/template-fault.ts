import { HostError, messageOf } from '../errors.js';

/** A template that failed, and its file. */
export interface TemplateFault {
  readonly error: HostError;
  readonly file: string;
}

/** What Eta says of an error begins with the file and the line. */
const PLACE = /^(.+:\d+)\n/;
/** Below a line of these stands the code that was made of the template. */
const GENERATED = /\n=+\n.*$/s;

/**
 * What went wrong with a template, with its name, file and line. Eta wraps an error once for each include to show the
 * line; the innermost HostError says what is wrong.
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

/** What is wrong with the data knows no file. */
function inPlace(error: HostError, template: string, { file, place }: { file: string; place: string }): HostError {
  const name = `The template "${template}"`;
  return new HostError(
    error.code,
    error.message.replace(name, `${name} (${place})`),
    { ...error.data, file },
    { cause: error },
  );
}
