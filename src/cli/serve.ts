import cluster from 'node:cluster';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { CommandContext, CommandDefinitions } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { HostOptions } from '../core/host/host-options.js';
import { type Address, startServer } from './serve/server.js';
import { type ReadyMessage, runWorkers } from './serve/workers.js';
import { untilInterrupted } from './until-interrupted.js';

const MAX_WORKERS = 64;

/** The command `mortise serve`: runs a standalone site. */
export function serveCommands(options: HostOptions): CommandDefinitions {
  return {
    serve: {
      summary: 'Serve the site until it is stopped',
      runsUntilInterrupted: true,
      options: [
        {
          flags: '--workers <number>',
          description: 'number of processes; "all" means one per CPU',
          default: '1',
        },
        { flags: '--port <number>', description: 'default: PORT, else 8080' },
        { flags: '--host <address>', description: 'default: HOST, else 127.0.0.1' },
      ],
      async run(context) {
        const address = addressOf(context);
        const count = workersOf(context);
        const { output } = context;
        // Ctrl-C signals all processes of a terminal's job, so workers handle it as well as their primary.
        return untilInterrupted(context.signal, (signal) => {
          if (cluster.isWorker) return serve(options, address, signal, tellPrimary);
          const announce = (ready: ReadyMessage['ready']): void => say(context, ready);
          if (count === 1) return serve(options, address, signal, announce);
          return runWorkers({ count, signal, onReady: announce, warn: output.warn });
        });
      },
    },
  };
}

async function serve(
  options: HostOptions,
  address: Address,
  signal: AbortSignal,
  onReady: (ready: ReadyMessage['ready']) => void,
): Promise<void> {
  const { url, hasUsers, stop } = await startServer(options, address);
  onReady({ url, hasUsers });
  if (!signal.aborted) await once(signal, 'abort');
  await stop();
}

function tellPrimary(ready: ReadyMessage['ready']): void {
  process.send?.({ ready } satisfies ReadyMessage);
}

function say({ output }: CommandContext, { url, hasUsers }: ReadyMessage['ready']): void {
  if (!hasUsers) output.note('No users yet. Create one with "mortise user create".');
  output.text(`ready ${url}`);
}

function addressOf({ options }: CommandContext): Address {
  const port = Number(options.port ?? process.env.PORT ?? 8080);
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new HostError('cli_option_invalid', `"${options.port ?? process.env.PORT}" is not a port.`, { status: 400 });
  }
  return { host: String(options.host ?? process.env.HOST ?? '127.0.0.1'), port };
}

function workersOf({ options }: CommandContext): number {
  const count = options.workers === 'all' ? availableParallelism() : Number(options.workers);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_WORKERS) return count;
  throw new HostError('cli_option_invalid', `--workers must be a number from 1 to ${MAX_WORKERS}, or "all".`, {
    status: 400,
  });
}
