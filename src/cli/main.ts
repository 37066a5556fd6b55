import { pino } from 'pino';
import { createHost } from '../blocks/host.js';
import type { CommandDefinitions, ExitCode, RegisteredCommand } from '../core/commands.js';
import { databaseAddress, databaseNotice } from '../core/host/config.js';
import type { Host } from '../core/host/host.js';
import { createLogDestination } from '../core/log-destination.js';
import { packageVersion } from '../core/package-version.js';
import { apiKeyCommands } from './api-keys.js';
import { applicationPasswordCommands } from './application-passwords.js';
import { auditCommands } from './audit.js';
import { backupCommands } from './backup.js';
import { capabilityCommands } from './capabilities.js';
import { databaseCommands } from './database.js';
import { findUser } from './find-user.js';
import { hookCommands } from './hooks.js';
import { jobCommands } from './jobs.js';
import { licenceCommands } from './licences.js';
import { loadConfig } from './load-config.js';
import { mediaCommands } from './media.js';
import { oauthCommands } from './oauth.js';
import { optionCommands } from './options.js';
import { outboxCommands } from './outbox.js';
import { pluginCommands } from './plugins.js';
import { privacyCommands } from './privacy.js';
import { createProgram } from './program.js';
import { reportFailure } from './report-failure.js';
import { routeCommands } from './routes.js';
import { serveCommands } from './serve.js';
import { sessionCommands } from './sessions.js';
import { templateCommands } from './templates.js';
import { textCommands } from './texts.js';
import { userCommands } from './users.js';
import { webhookCommands } from './webhooks.js';

/**
 * Runs `mortise` with these arguments, on the site in the current folder.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or input, 3 partly done, 130 interrupted
 */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  let lost: unknown = null;
  // A reader such as `head` may close the pipe early, which is no error. A full disk is one, but must not stop a
  // server.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost = error;
  });
  process.stderr.on('error', () => undefined);
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  try {
    const exitCode = await runCommand(argv, interruption.signal);
    if (exitCode === 0 && lost !== null) throw lost;
    return exitCode;
  } catch (error) {
    const exitCode = reportFailure(error, argv.includes('--format=json'), process);
    return interruption.signal.aborted ? 130 : exitCode;
  } finally {
    // The channel to the primary ("serve --workers") would keep this process alive.
    if (process.connected) process.disconnect();
  }
}

async function runCommand(argv: readonly string[], signal: AbortSignal): Promise<ExitCode> {
  const options = await loadConfig(process.cwd());
  const offline = ofCore({
    ...databaseCommands(options),
    ...backupCommands(options),
    ...pluginCommands(options),
    ...serveCommands(options),
  });
  const run = (commands: readonly RegisteredCommand[], host: Host | null): Promise<ExitCode> => {
    const isTerminal = process.stderr.isTTY === true;
    const program = createProgram(commands, {
      version: packageVersion(),
      streams: process,
      signal,
      isTerminal,
      input: isTerminal && process.stdin.isTTY ? process.stdin : null,
      findUser: host && ((text) => findUser(host, text)),
    });
    return program.run(argv);
  };
  // Repair commands must work without a host, and `serve` starts its own.
  if (offline.some(({ name }) => name.split(' ')[0] === argv[0])) {
    // A serving host logs the notice itself.
    const notice = argv[0] === 'serve' ? null : databaseNotice(databaseAddress(options));
    if (notice !== null) process.stderr.write(`${notice}\n`);
    return run(offline, null);
  }
  const log = pino({ level: process.env.MORTISE_LOG_LEVEL ?? 'warn' }, createLogDestination(2));
  const host = await createHost({ log, ...options });
  try {
    const own = ofCore({
      ...userCommands(host),
      ...licenceCommands(host),
      ...privacyCommands(host),
      ...optionCommands(host),
      ...applicationPasswordCommands(host),
      ...sessionCommands(host),
      ...apiKeyCommands(host),
      ...auditCommands(host),
      ...oauthCommands(host),
      ...mediaCommands(host),
      ...hookCommands(host),
      ...jobCommands(host),
      ...outboxCommands(host),
      ...textCommands(host),
      ...webhookCommands(host),
      ...routeCommands(host),
      ...capabilityCommands(host),
      ...templateCommands(host),
    });
    return await run([...own, ...offline, ...host.commands()], host);
  } finally {
    await host.close();
  }
}

function ofCore(commands: CommandDefinitions): RegisteredCommand[] {
  return Object.entries(commands).map(([name, definition]) => ({ ...definition, name, owner: 'core' }));
}
