import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './command-line.js';

const SCRIPT = fileURLToPath(new URL('warm-commands.mjs', import.meta.url));
/** Text that no command prints. */
const MARK = '\u0000the command has ended\u0000';

/** Process that has loaded the package and runs one command at a time. */
interface WarmProcess {
  /** Configuration version by folder. A process loads a configuration only once. */
  readonly loaded: Map<string, string>;
  run(parameters: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<CommandResult>;
  end(): void;
}

let idle: WarmProcess | null = null;

/** Runs a command in the idle process, unless it has loaded another version of this site. */
export async function runWarm(
  parameters: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const version = configurationOf(cwd, env);
  let warm = idle;
  idle = null;
  if (warm && (warm.loaded.get(cwd) ?? version) !== version) {
    warm.end();
    warm = null;
  }
  warm ??= startWarm();
  warm.loaded.set(cwd, version);
  const result = await warm.run(parameters, cwd, env);
  if (result.signal === null && !idle) idle = warm;
  else warm.end();
  return result;
}

function configurationOf(cwd: string, env: NodeJS.ProcessEnv): string {
  const files = readdirSync(cwd).filter((file) => /\.[cm]?[jt]s$/.test(file));
  // Without a file, each command reads its options from the environment.
  if (files.length === 0) return '';
  const versions = files.map((file) => [file, statSync(path.join(cwd, file)).mtimeMs]);
  return JSON.stringify([versions, env]);
}

function startWarm(): WarmProcess {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [, stdout, stderr, wire] = child.stdio as unknown as [null, Socket, Socket, Socket];
  // A worker ends after its tests, and this process with it.
  for (const part of [child, stdout, stderr, wire]) part.unref();
  const printed = { stdout: '', stderr: '', wire: '' };
  let arrived = (): void => undefined;
  const take = (name: keyof typeof printed, stream: Socket) => {
    stream.setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
      arrived();
    });
  };
  take('stdout', stdout);
  take('stderr', stderr);
  take('wire', wire);
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (...how) => resolve(how));
  });
  wire.on('error', () => undefined);
  return {
    loaded: new Map(),
    end: () => void wire.end(),
    async run(parameters, cwd, env) {
      Object.assign(printed, { stdout: '', stderr: '', wire: '' });
      const answered = new Promise<void>((resolve) => {
        arrived = () => {
          const { stdout: out, stderr: errors, wire: answer } = printed;
          if (answer.endsWith('\n') && out.endsWith(MARK) && errors.endsWith(MARK)) resolve();
        };
      });
      wire.write(`${JSON.stringify({ parameters, cwd, env, mark: MARK })}\n`);
      const ended = await Promise.race([answered, closed]);
      const [code, signal] = ended ?? [Number(printed.wire), null];
      return { code, signal, stdout: printed.stdout.replace(MARK, ''), stderr: printed.stderr.replace(MARK, '') };
    },
  };
}
