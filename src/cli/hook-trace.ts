import type { CommandContext, CommandDefinition, ExitCode, Row } from '../core/commands.js';
import { HostError, messageOf } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { Handler } from '../core/http/send.js';
import type { TracedDispatch } from '../hooks/hooks.js';
import { isStructured, roundingOf, threeDigits } from './hook-output.js';
import { pathOf, type Visit, type VisitResponse, visitHost } from './hook-request.js';

const COLUMNS = ['hook', 'kind', 'owner', 'ms', 'changed', 'returned', 'error'] as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Maximum characters of a return value in a table. */
const MAX_VALUE_LENGTH = 40;

/** The command `mortise hooks trace`: shows every dispatch during one request. */
export function traceCommand(host: Host): CommandDefinition {
  return {
    summary: 'Send a request and show every hook it runs, with changes and times',
    arguments: [{ name: 'url', description: 'path such as /kb, or a full URL of the site' }],
    options: [
      { flags: '--as <login>', description: 'act as this user; default: not signed in' },
      { flags: '--method <method>', description: 'GET, or POST with --data', choices: METHODS },
      { flags: '--data <json>', description: 'body of the request' },
    ],
    run: (context) => trace(host, context),
  };
}

async function trace(host: Host, context: CommandContext): Promise<ExitCode> {
  const { options, output, signal } = context;
  const visit = visitOf(host, context);
  const as = typeof options.as === 'string' ? options.as : undefined;
  let traced: Promise<readonly TracedDispatch[]> = Promise.resolve([]);
  const wrap =
    (handler: Handler): Handler =>
    (request, response) => {
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      const work = (): Promise<void> => {
        handler(request, response);
        return closed;
      };
      traced = host.hooks.trace(work).then(({ dispatches }) => dispatches);
    };
  const { answer: page, dispatches } = await visitHost(host, { as, signal, wrap }, async (make) => {
    const page = await make(visit);
    return { answer: page, dispatches: await traced };
  });

  const rows = isStructured(context) ? dispatches.map((dispatch) => ({ ...dispatch })) : rowsOf(dispatches, context);
  output.rows(rows, COLUMNS);
  output.note(sentenceOf(visit, page, dispatches.length));
  return page.status === null ? 1 : 0;
}

function sentenceOf({ method, path }: Visit, page: VisitResponse, dispatches: number): string {
  const { status, problem, location, bytes, ms } = page;
  const goesOn = location === null ? '' : ` and redirected to ${location}`;
  const came = status === null ? `failed (${problem})` : `returned ${status}${goesOn}`;
  return `${method} ${path} ${came}: ${bytes} bytes, ${threeDigits(ms)} ms, dispatches: ${dispatches}.`;
}

/** @throws HostError `cli_argument_invalid`, `cli_option_invalid` */
function visitOf(host: Host, { args, options }: CommandContext): Visit {
  const path = pathOf(host, args.url ?? '');
  if (typeof options.data !== 'string') return { method: String(options.method ?? 'GET'), path };
  try {
    JSON.parse(options.data);
  } catch (error) {
    const reason = messageOf(error);
    throw new HostError('cli_option_invalid', `--data is not JSON: ${reason}`, { status: 400 }, { cause: error });
  }
  return { method: String(options.method ?? 'POST'), path, body: options.data };
}

/** One row per dispatch, followed by one row per callback. */
function rowsOf(dispatches: readonly TracedDispatch[], context: CommandContext): Row[] {
  const round = roundingOf(context);
  const shorten = (text: string | undefined): string | null => {
    if (text === undefined || context.options.format !== 'table') return text ?? null;
    return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
  };
  return dispatches.flatMap((dispatch) => {
    const { kind, hook, depth, durationMs, before, after, calls, error } = dispatch;
    const indent = '  '.repeat(depth);
    const isFilter = kind === 'filter';
    const changes = changesOf(dispatch);
    const head = {
      hook: indent + hook,
      kind,
      owner: null,
      ms: durationMs === null ? null : round(durationMs),
      changed: isFilter && after !== null && after.hash !== before.hash ? 'yes' : null,
      returned: shorten(after?.text),
      error: durationMs === null ? 'still running after the response' : error,
    };
    const rows = calls.map((call, index) => ({
      hook: `${indent}  └ ${call.id ?? (call.function || '(anonymous)')}`,
      kind: 'callback',
      owner: call.owner,
      ms: round(call.selfMs + call.waitMs),
      changed: changes[index] ? 'yes' : null,
      returned: shorten(call.returned?.text),
      error: call.error,
    }));
    return [head, ...rows];
  });
}

/** Returns for each call whether it changed the value of the filter. */
function changesOf({ before, calls }: TracedDispatch): boolean[] {
  let { hash } = before;
  return calls.map(({ after }) => {
    const changed = after !== null && after.hash !== hash;
    hash = after?.hash ?? hash;
    return changed;
  });
}
