import { type DestinationStream, pino } from 'pino';

/** What JSON leaves as it is and terminals obey: in a line it can only stand in a text, where this means the same. */
const STEERING = /[\u007f-\u009f\u2028\u2029]/g;

/** Bytes of log lines that wait for room on a full disk; what comes after them is lost. */
const MOST_WAITING = 1024 * 1024;

/**
 * Where log lines go, at once and in order. A disk without room, or a reader that has gone, must not end the site: the
 * lines wait then, and the first one that can be written takes those before it along. Pino by itself would throw, and
 * try for ever to write the rest when the process ends. What visitors send, in a path or as the name of a browser, cannot
 * steer the terminal in which a line is read.
 * @param descriptor 1 for the standard output, 2 for that of errors
 */
export function createLogDestination(descriptor: number): DestinationStream {
  const destination = pino.destination({ dest: descriptor, sync: true, maxLength: MOST_WAITING });
  destination.on('error', () => undefined);
  const write = destination.write.bind(destination);
  destination.write = (line) => write(line.replace(STEERING, escaped));
  return destination;
}

/** A control character as JSON writes it. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
