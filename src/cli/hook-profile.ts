import type { CommandContext, CommandDefinition, CommandOutput, Row } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import type { HookStatistics } from '../hooks/hooks.js';
import { roundingOf, threeDigits } from './hook-output.js';
import { pathOf, type VisitResponse, visitHost } from './hook-request.js';

type By = 'owner' | 'hook' | 'callback';

const HEADS: Readonly<Record<By, readonly (keyof Cost)[]>> = {
  owner: ['owner'],
  hook: ['kind', 'hook'],
  callback: ['owner', 'kind', 'hook', 'id', 'function'],
};
const NUMBERS = ['calls', 'selfMs', 'waitMs', 'totalMs', 'share', 'overlapped'];

const LEGEND = [
  'self: CPU time of a call, without the hooks that the callback ran.',
  'wait: time until the promise of a call settled, including other work in the meantime.',
  'overlapped: calls that waited at the same time as others. Do not add up their waiting times.',
  "share: total in percent of the requests' time. With overlapping calls, shares add up to more than 100.",
];
const BAR_WIDTH = 10;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** The command `mortise hooks profile`: measures every callback during requests. */
export function profileCommand(host: Host): CommandDefinition {
  return {
    summary: 'Send requests and show the time of each plugin, hook or callback',
    arguments: [
      {
        name: 'urls',
        description: 'paths or full URLs, separated by commas; default: the REST root and a page',
        optional: true,
      },
    ],
    options: [
      {
        flags: '--requests <n>',
        description: 'number of requests to each URL',
        default: 50,
        integer: { minimum: 1, maximum: 999_999 },
      },
      { flags: '--by <what>', description: 'grouping of the rows', choices: Object.keys(HEADS), default: 'owner' },
      { flags: '--as <login>', description: 'act as this user; default: not signed in' },
    ],
    run: (context) => profile(host, context),
  };
}

async function profile(host: Host, context: CommandContext): Promise<void> {
  const { args, options, output, signal } = context;
  const paths = args.urls === undefined ? defaultPaths(host) : splitUrls(args.urls).map((url) => pathOf(host, url));
  const requests = Number(options.requests);
  const as = typeof options.as === 'string' ? options.as : undefined;
  const by = options.by as By;

  const responses = await visitHost(host, { as, signal }, async (visit) => {
    const measuring = host.hooks.measureAll();
    const progress = output.progress('Requests', paths.length * requests);
    const measured: { path: string; response: VisitResponse }[] = [];
    try {
      for (const path of paths) {
        for (let request = 0; request < requests && !signal.aborted; request += 1) {
          const response = await visit({ method: 'GET', path });
          // A request cut off by the interruption does not count.
          if (response.status !== null || !signal.aborted) measured.push({ path, response });
          progress.advance();
        }
      }
      return measured;
    } finally {
      progress.stop();
      measuring.remove();
    }
  });

  const elapsedMs = responses.reduce((sum, { response }) => sum + response.ms, 0);
  const costs = host.hooks.stats({ by }).map((statistics) => costOf(statistics, elapsedMs));
  output.rows(
    costs.map((cost) => rowOf(cost, by, context)),
    [...HEADS[by], ...NUMBERS],
  );
  for (const path of new Set(paths)) {
    const own = responses.filter((response) => response.path === path).map(({ response: answer }) => answer);
    printResponses(path, own, output);
  }
  if (costs.length === 0) output.note('No callback was called.');
  for (const line of costs.length > 0 ? LEGEND : []) output.note(line);
}

/** Total cost of a row's calls, in milliseconds. */
interface Cost extends Pick<HookStatistics, 'owner' | 'kind' | 'hook' | 'id' | 'function'> {
  readonly calls: number;
  readonly selfMs: number;
  readonly waitMs: number;
  readonly maxMs: number;
  readonly totalMs: number;
  /** Percentage of the requests' total time. */
  readonly share: number;
  readonly overlapped: number;
}

function costOf({ samples, estimatedTotalMs, ...statistics }: HookStatistics, elapsedMs: number): Cost {
  // Every call was measured, so the estimate is exact.
  const share = elapsedMs === 0 ? 0 : (100 * estimatedTotalMs) / elapsedMs;
  return { ...statistics, calls: samples, totalMs: estimatedTotalMs, share };
}

function rowOf(cost: Cost, by: By, context: CommandContext): Row {
  const round = roundingOf(context);
  const { calls, selfMs, waitMs, maxMs, totalMs, share, overlapped } = cost;
  const heads = HEADS[by].map((head) => [head, cost[head]]);
  return {
    ...Object.fromEntries(heads),
    calls,
    selfMs: round(selfMs),
    waitMs: round(waitMs),
    maxMs: round(maxMs),
    totalMs: round(totalMs),
    share: context.options.format === 'table' ? `${String(round(share)).padEnd(7)}${barOf(share)}` : share,
    overlapped,
  };
}

/** Draws a bar of block characters with a resolution of one eighth. 100 percent is full. */
function barOf(percent: number): string {
  const eighths = Math.round((Math.min(100, percent) / 100) * BAR_WIDTH * 8);
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** Reports the responses of a path, since a profile of errors or redirects is rarely intended. */
function printResponses(path: string, responses: readonly VisitResponse[], { note, warn }: CommandOutput): void {
  if (responses.length === 0) return;
  const statuses = new Map<string, number>();
  for (const { status, problem, location } of responses) {
    const goesOn = location === null ? '' : ` to ${location}`;
    const came = status === null ? `no answer (${problem})` : `status ${status}${goesOn}`;
    statuses.set(came, (statuses.get(came) ?? 0) + 1);
  }
  const summary = [...statuses].map(([came, times]) => `${times} times ${came}`).join(', ');
  const averageMs = responses.reduce((sum, { ms }) => sum + ms, 0) / responses.length;
  const isWell = responses.every(({ status }) => status !== null && status < 300);
  const tell = isWell ? note : warn;
  tell(`${path}: ${summary}, ${threeDigits(averageMs)} ms on average.`);
}

/** The REST root and a page: the knowledge base if it is active, otherwise the login page that every site has. */
function defaultPaths({ site, plugins, plugin }: Host): string[] {
  const hasKnowledgeBase = plugins.list().some(({ name }) => name === 'knowledge-base');
  return [`${site.root}/`, hasKnowledgeBase ? plugin('knowledge-base').links.base : `${site.admin}/login`];
}

/** Splits at commas that are followed by another URL. Commas within a URL are kept. */
function splitUrls(text: string): string[] {
  return text.split(/,\s*(?=\/|https?:\/\/)/i);
}
