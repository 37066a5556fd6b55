import { type DestinationStream, pino } from 'pino';

/** Bytes of log lines that wait for room on a full disk; what comes after them is lost. */
const MOST_WAITING = 1024 * 1024;

/**
 * Where log lines go, at once and in order. A disk without room, or a reader that has gone, must not end the site: the
 * lines wait then, and the first one that can be written takes those before it along. Pino by itself would throw, and
 * try for ever to write the rest when the process ends.
 * @param descriptor 1 for the standard output, 2 for that of errors
 */
export function createLogDestination(descriptor: number): DestinationStream {
  const destination = pino.destination({ dest: descriptor, sync: true, maxLength: MOST_WAITING });
  destination.on('error', () => undefined);
  return destination;
}
