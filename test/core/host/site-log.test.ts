import { Console } from 'node:console';
import { Writable } from 'node:stream';
import bunyan from 'bunyan';
import fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import winston from 'winston';
import { HostError } from '../../../src/core/errors.js';
import { createSiteLog, type LogOption, type SiteLogger } from '../../../src/core/host/site-log.js';
import { createTestHost } from '../../../src/testing.js';

/** Logger of the site and the text it has written. */
interface Site {
  readonly log: SiteLogger;
  written(): string;
}

function recorder(): { stream: Writable; written(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, written: () => chunks.join('') };
}

const LOGGERS: Readonly<Record<string, () => Site>> = {
  pino() {
    const { stream, written } = recorder();
    return { log: pino({ level: 'debug' }, stream), written };
  },
  'pino with a serializer, a mixin and redaction of its own'() {
    const { stream, written } = recorder();
    const mixin = (): object => ({ trace_id: 'abc' });
    return {
      log: pino(
        { level: 'debug', mixin, redact: ['job'], serializers: { err: pino.stdSerializers.errWithCause } },
        stream,
      ),
      written,
    };
  },
  'the log of Fastify'() {
    const { stream, written } = recorder();
    return { log: fastify({ logger: { level: 'debug', stream } }).log, written };
  },
  'bunyan without serializers'() {
    const { stream, written } = recorder();
    return { log: bunyan.createLogger({ name: 'shop', level: 'debug', stream }), written };
  },
  'bunyan with its serializers'() {
    const { stream, written } = recorder();
    const { stdSerializers: serializers } = bunyan;
    return { log: bunyan.createLogger({ name: 'shop', level: 'debug', stream, serializers }), written };
  },
  'winston with JSON'() {
    const { stream, written } = recorder();
    const transports = [new winston.transports.Stream({ stream })];
    return { log: winston.createLogger({ level: 'debug', format: winston.format.json(), transports }), written };
  },
  'winston with lines of its own and syslog levels'() {
    const { stream, written } = recorder();
    const format = winston.format.printf(({ level, message, stack, ...rest }) =>
      [level, message, JSON.stringify(rest), stack].join(' '),
    );
    const transports = [new winston.transports.Stream({ stream })];
    const { levels } = winston.config.syslog;
    return { log: winston.createLogger({ levels, level: 'debug', format, transports }), written };
  },
  'a child of winston'() {
    const { stream, written } = recorder();
    const transports = [new winston.transports.Stream({ stream })];
    return { log: winston.createLogger({ level: 'debug', transports }).child({ service: 'shop' }), written };
  },
  console() {
    const { stream, written } = recorder();
    return { log: new Console(stream), written };
  },
  'an object with three methods'() {
    const lines: unknown[] = [];
    const take = (line: unknown): unknown => lines.push(line);
    return { log: { info: take, warn: take, error: take }, written: () => lines.join('\n') };
  },
};

const of = (option: LogOption, environment: NodeJS.ProcessEnv = {}) => createSiteLog(option, environment);

describe.each(Object.entries(LOGGERS))('%s as the site log', (_, open) => {
  it('receives the message, the fields and the stack of an error with its causes', () => {
    const { log, written } = open();
    const cause = new TypeError('the socket closed');
    const error = new HostError('acme_failed', 'The oven is cold.', { status: 409 }, { cause });
    of(log).error({ err: error, recipe: 12 }, 'A recipe failed');
    const text = written();
    expect(text).toContain('A recipe failed');
    expect(text).toMatch(/"?recipe"?[:=]12/);
    expect(text).toContain('The oven is cold.');
    expect(text).toContain('acme_failed');
    expect(text).toContain('the socket closed');
    expect(text).toMatch(/site-log\.test\.ts:\d+/);
  });

  it('receives each level as one of its own', () => {
    const { log, written } = open();
    const own = of(log);
    for (const level of ['fatal', 'error', 'warn', 'info'] as const) own[level]({ level_was: level }, `At ${level}`);
    for (const level of ['fatal', 'error', 'warn', 'info']) expect(written()).toContain(`At ${level}`);
  });

  it('receives the fields of a child', () => {
    const { log, written } = open();
    of(log).child({ plugin: 'acme-recipes' }).child({ oven: 3 }).warn('Cold');
    expect(written()).toMatch(/"?plugin"?[:=]"acme-recipes"/);
    expect(written()).toMatch(/"?oven"?[:=]3/);
  });

  it('receives an error without a message as its own message', () => {
    const { log, written } = open();
    of(log).error(new Error('The oven is cold.'));
    expect(written()).toMatch(/The oven is cold\.[\s\S]*site-log\.test\.ts/);
  });

  it('receives formatted messages and plain strings', () => {
    const { log, written } = open();
    of(log).info('%d of %s', 3, 'ten');
    of(log).warn('Plain text at 100%');
    expect(written()).toContain('3 of ten');
    expect(written()).toContain('Plain text at 100%');
  });

  it('receives no secrets, nonces, passwords, tokens or keys', () => {
    const { log, written } = open();
    const error = Object.assign(new Error('Refused'), { password: 'hunter2', secret: 'hunter2' });
    const headers = { authorization: 'hunter2', cookie: 'hunter2', 'x-cms-authorization': 'hunter2' };
    of(log).error({ err: error, nonce: 'hunter2', license_key: 'hunter2', api_key: 'hunter2', headers }, 'Refused');
    of(log)
      .child({ secret: 'hunter2' })
      .info({ user: { password: 'hunter2', token: 'hunter2' }, req: { headers } }, 'In');
    expect(written()).toContain('Refused');
    expect(written()).not.toContain('hunter2');
  });

  it('survives values that JSON cannot represent', () => {
    const { log, written } = open();
    const loop: Record<string, unknown> = { big: 10n, symbol: Symbol('x'), run: () => 1 };
    loop.loop = loop;
    of(log).info(loop, 'Odd');
    of(log).error({ err: 'no error at all' }, 'Odd too');
    of(log).error({ err: Object.create(null) }, 'Odd three');
    expect(written()).toContain('Odd');
    expect(written()).toContain('no error at all');
    expect(written()).toContain('Odd three');
  });
});

describe('site log', () => {
  it('controls the level, even when it changes later', () => {
    const { stream, written } = recorder();
    const site = pino({ level: 'error' }, stream);
    const log = of(site);
    log.info('Before');
    site.level = 'info';
    log.info('After');
    expect(written()).not.toContain('Before');
    expect(written()).toContain('After');
  });

  it('keeps the class of an error and the options of its own pino', () => {
    const { stream, written } = recorder();
    const site = pino({ redact: ['card'], mixin: () => ({ trace_id: 'abc' }) }, stream);
    of(site).error({ err: new RangeError('Too far'), card: '4111' }, 'Refused');
    expect(JSON.parse(written())).toMatchObject({
      trace_id: 'abc',
      card: '[Redacted]',
      err: { type: 'RangeError', message: 'Too far', stack: expect.stringContaining('RangeError: Too far') },
    });
  });

  it('passes an error and its stack to the transports of winston', () => {
    const records: Record<string, unknown>[] = [];
    const format = winston.format((info) => {
      records.push(info);
      return info;
    })();
    const site = winston.createLogger({
      format,
      transports: [new winston.transports.Stream({ stream: recorder().stream })],
    });
    of(site).error({ err: new RangeError('Too far') }, 'Refused');
    expect(records[0]).toMatchObject({ message: 'Refused', stack: expect.stringContaining('RangeError: Too far') });
    expect(records[0]?.err).toBeInstanceOf(RangeError);
  });

  it('prints one line with a stack on a console, without control characters', () => {
    const { stream, written } = recorder();
    of(new Console(stream)).warn({ path: '/a\u001b[2J', name: 'a b' }, 'Odd \u001b[31m');
    expect(written()).toBe('Odd \\u001b[31m path="/a\\u001b[2J" name="a b"\n');
  });

  it('omits debug lines on a console unless MORTISE_LOG_LEVEL enables them', () => {
    const quiet = recorder();
    of(new Console(quiet.stream)).debug('Detail');
    expect(quiet.written()).toBe('');
    const loud = recorder();
    of(new Console(loud.stream), { MORTISE_LOG_LEVEL: 'trace' }).trace('Detail');
    expect(loud.written()).toBe('Detail\n');
  });

  it.each([[false], ['silent'], [{ level: 'silent' }]] as const)('is silent with %j', (option) => {
    expect(of(option).isLevelEnabled('fatal')).toBe(false);
  });

  it('takes the level from the option, then MORTISE_LOG_LEVEL, then info', () => {
    expect(of({ level: 'warn' }, { MORTISE_LOG_LEVEL: 'trace' }).level).toBe('warn');
    expect(createSiteLog(undefined, { MORTISE_LOG_LEVEL: 'trace' }).level).toBe('trace');
    expect(createSiteLog(undefined, {}).level).toBe('info');
  });

  it('rejects an unknown level in MORTISE_LOG_LEVEL', () => {
    expect(() => createSiteLog(undefined, { MORTISE_LOG_LEVEL: 'loud' })).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining('MORTISE_LOG_LEVEL') }),
    );
  });

  it('receives the log of a plugin with its name from a host', async () => {
    const { stream, written } = recorder();
    const site = winston.createLogger({ transports: [new winston.transports.Stream({ stream })] });
    const host = await createTestHost({
      log: site,
      plugins: [{ name: 'acme-recipes', version: '1.0.0', setup: ({ log }) => log.info({ oven: 3 }, 'Hot') }],
    });
    await host.close();
    expect(JSON.parse(written().trim().split('\n')[0] ?? '')).toEqual({
      level: 'info',
      message: 'Hot',
      plugin: 'acme-recipes',
      oven: 3,
    });
  });
});
