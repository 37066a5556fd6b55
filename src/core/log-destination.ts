import { type DestinationStream, pino } from 'pino';

/**
 * Control characters that JSON leaves unescaped but terminals interpret. They only occur in strings, where escaping
 * is safe.
 */
const STEERING = /[\u007f-\u009f\u2028\u2029]/g;

/** Maximum bytes of log lines buffered while the disk is full. Further lines are dropped. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/**
 * Creates a synchronous, ordered destination for log lines. A full disk or a closed pipe must not crash the site, so
 * lines are buffered and written later; pino alone would throw, and retry forever at exit. Visitor input, such as a
 * path or user agent, cannot control the terminal that shows a line.
 * @param descriptor 1 for standard output, 2 for standard error
 */
export function createLogDestination(descriptor: number): DestinationStream {
  const destination = pino.destination({ dest: descriptor, sync: true, maxLength: MAX_BUFFERED_BYTES });
  destination.on('error', () => undefined);
  const write = destination.write.bind(destination);
  destination.write = (line) => write(line.replace(STEERING, escaped));
  return destination;
}

/** A control character as JSON writes it. */
export function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
