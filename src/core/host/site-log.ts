import { type Level, type Logger, pino } from 'pino';
import { createLogDestination, escaped } from '../log-destination.js';
import { invalidOption, type OptionType } from '../option-types.js';
import { isRecord } from '../record.js';

type LogMethod = (...parameters: never[]) => unknown;

/** A logger of the site: pino, bunyan, Fastify's `log`, winston, or anything with the methods of `console`. */
export interface SiteLogger {
  readonly error: LogMethod;
  readonly warn?: LogMethod;
  readonly info?: LogMethod;
  readonly debug?: LogMethod;
}

/** Option `log`: a logger of the site, a level for our own, or `false` for none. */
export type LogOption = SiteLogger | { readonly level: Level | 'silent' } | 'silent' | false;

/** Values at these paths are replaced with `[Redacted]` in every log record. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
  'req.headers["x-cms-authorization"]',
  'headers["x-cms-authorization"]',
  ...['password', 'secret', 'nonce', 'token', 'license_key', 'api_key', 'apiKey', 'authorization'].flatMap((name) => [
    name,
    `*.${name}`,
  ]),
];

const LEVELS = [...Object.values(pino.levels.labels), 'silent'];

export const LOG_OPTION: OptionType = {
  accepts: (value) => value === false || value === 'silent' || isSiteLogger(value) || isLevel(value),
  write: `a logger such as pino, winston or console, { level: 'warn' } with one of ${LEVELS.join(', ')}, or false`,
};

/**
 * Creates the log of a host, always with pino's interface. Our code always writes through our own pino, so that
 * children, serializers and redaction work the same with every logger of the site.
 * @throws HostError `config_invalid` for an unknown level in MORTISE_LOG_LEVEL
 */
export function createSiteLog(option: LogOption | undefined, environment: NodeJS.ProcessEnv): Logger {
  const { MORTISE_LOG_LEVEL: level = 'info' } = environment;
  if (!LEVELS.includes(level)) {
    throw invalidOption('log', `MORTISE_LOG_LEVEL is not a log level. Use one of ${LEVELS.join(', ')}.`);
  }
  if (option === false || option === 'silent') return pino({ level: 'silent' });
  if (isSiteLogger(option)) return forwardTo(option, level);
  return pino({ level: option?.level ?? level, redact: REDACTED }, createLogDestination(1));
}

function isSiteLogger(value: unknown): value is SiteLogger {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function') && hasMethod(value, 'error');
}

function isLevel(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && LEVELS.includes(String(value.level));
}

function hasMethod(log: object, name: string): boolean {
  return typeof Reflect.get(log, name) === 'function';
}

/** Passes a record to a logger. */
type Send = (method: string, message: string, fields: Record<string, unknown>) => void;

interface Convention {
  /** Method names for each of our levels, in order of preference. */
  readonly methods: Readonly<Record<Level, readonly string[]>>;
  readonly send: Send;
}

/** Creates a pino that forwards to a logger of the site, which adds time and process and filters by level. */
function forwardTo(site: SiteLogger, ownLevel: string): Logger {
  const { methods, send } = conventionOf(site);
  const methodOf = (level: Level): string => methods[level].find((name) => hasMethod(site, name)) ?? 'error';
  const isEnabled = (level: Level): boolean =>
    !hasMethod(site, 'isLevelEnabled') || Boolean(call(site, 'isLevelEnabled', methodOf(level)));
  const destination = {
    // Makes pino set lastLevel and lastObj before each write.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    lastObj: null as unknown,
    write(line: string) {
      const { level: _level, msg = '', ...fields } = JSON.parse(line) as Record<string, unknown>;
      const original = isRecord(this.lastObj) ? this.lastObj.err : undefined;
      if (original instanceof Error && isRecord(fields.err)) fields.err = errorCopy(original, fields.err);
      send(methodOf(labelOf(this.lastLevel)), String(msg), fields);
    },
  };
  const hasLevel = 'level' in site;
  return pino(
    {
      level: hasLevel ? 'trace' : ownLevel,
      redact: REDACTED,
      base: null,
      timestamp: false,
      hooks: {
        logMethod(parameters, method, level) {
          if (isEnabled(labelOf(level))) method.apply(this, parameters);
        },
      },
    },
    destination,
  );
}

function labelOf(level: number): Level {
  return (pino.levels.labels[level] ?? 'error') as Level;
}

const PINO_METHODS: Convention['methods'] = {
  fatal: ['fatal'],
  error: ['error'],
  warn: ['warn'],
  info: ['info'],
  debug: ['debug'],
  trace: ['trace'],
};

/** winston's npm and syslog levels. */
const WINSTON_METHODS: Convention['methods'] = {
  fatal: ['crit', 'error'],
  error: ['error'],
  warn: ['warn', 'warning'],
  info: ['info'],
  debug: ['debug'],
  trace: ['silly', 'debug'],
};

/** `console.trace` is not used because it prints a stack. */
const CONSOLE_METHODS: Convention['methods'] = {
  fatal: ['error'],
  error: ['error'],
  warn: ['warn'],
  info: ['info', 'log'],
  debug: ['debug', 'log'],
  trace: ['debug', 'log'],
};

function conventionOf(site: SiteLogger): Convention {
  // winston takes the message first, then fields. Its formats look for `stack` among the fields.
  if (hasMethod(site, 'log') && 'transports' in site) {
    const send: Send = (method, message, fields) => {
      const { err } = fields;
      call(site, method, message, err instanceof Error ? { ...fields, stack: err.stack } : fields);
    };
    return { methods: WINSTON_METHODS, send };
  }
  // pino, bunyan and Fastify's loggers take the fields first.
  if (['child', 'fatal', 'trace'].every((name) => hasMethod(site, name))) {
    return { methods: PINO_METHODS, send: (method, message, fields) => call(site, method, fields, message) };
  }
  return { methods: CONSOLE_METHODS, send: (method, message, fields) => call(site, method, lineOf(message, fields)) };
}

function call(log: object, method: string, ...parameters: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(log, method) as (...values: unknown[]) => unknown, log, parameters);
}

/**
 * Copies an error for the site's logger: same class, redacted values. Unlike plain errors and HostErrors, its JSON
 * includes message and stack.
 */
function errorCopy(original: Error, serialised: Record<string, unknown>): Error {
  const copy = new Error(String(serialised.message));
  Object.setPrototypeOf(copy, Object.getPrototypeOf(original));
  for (const [name, value] of Object.entries(serialised)) {
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return Object.defineProperty(copy, 'toJSON', { value: () => serialised });
}

/** Formats `A job failed job=12 name="import"`, followed by the stack on separate lines. */
function lineOf(message: string, { err, ...fields }: Record<string, unknown>): string {
  const {
    type: _type,
    message: _message,
    stack,
    ...details
  } = isRecord(err) ? err : { ...(err !== undefined && { err }) };
  const pairs = Object.entries({ ...fields, ...details }).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const text = `${message}${pairs.join('')}${typeof stack === 'string' ? `\n${stack}` : ''}`;
  return text.replace(STEERING, escaped);
}

/** Control characters that a terminal would interpret, except line breaks and tabs. */
const STEERING = /(?![\n\t])[\p{Cc}\u2028\u2029]/gu;
