import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** Packages imported by the examples besides Mortise. */
const PACKAGES_OF_EXAMPLES = ['express@5', 'express-session@1', 'helmet@8'];

export const COMPILER = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** Separate project with the package installed from its tarball. */
export interface InstalledPackage {
  readonly folder: string;
  /** Packages below node_modules, from npm's lockfile. */
  readonly lock: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  /** Runs a package binary like npx. @throws if the exit code is not 0 */
  run(command: string, ...parameters: string[]): Promise<string>;
  /** Runs these lines as a module of the project. */
  evaluate(program: string): Promise<string>;
  /** Copies an example plugin into the project, builds and installs it. */
  addPlugin(example: string): Promise<void>;
  /** Copies an example into the project and starts it. */
  start(example: string, environment: NodeJS.ProcessEnv): Promise<RunningExample>;
  remove(): void;
}

export interface RunningExample {
  /** URL without a trailing slash. */
  readonly site: string;
  /** Output so far. */
  output(): string;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Path of a Node binary with this version, downloaded by npm. */
export function nodeProgram(version: string): string {
  const parameters = ['exec', '--yes', '--prefer-offline', '--package', `node@${version}`, '--'];
  return execFileSync('npm', [...parameters, 'node', '-p', 'process.execPath'], { encoding: 'utf8' }).trim();
}

/** Installs the tarball and the examples' dependencies into an empty folder with this Node binary. */
export async function installPackage(tarball: string, node: string): Promise<InstalledPackage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-installed-'));
  const { MORTISE_DATA: _data, MORTISE_DATABASE_URL: _url, ...inherited } = process.env;
  const env = { ...inherited, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  const runNode = async (...parameters: string[]): Promise<string> =>
    (await promisify(execFile)(node, parameters, { cwd: folder, env })).stdout;

  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'somebody', private: true, type: 'module' }));
  const options = ['--prefer-offline', '--engine-strict', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['install', ...options, tarball, ...PACKAGES_OF_EXAMPLES], { cwd: folder, env });
  const { packages } = JSON.parse(readFileSync(path.join(folder, 'node_modules/.package-lock.json'), 'utf8'));

  return {
    folder,
    lock: packages,
    run: (command, ...parameters) => runNode(path.join(folder, 'node_modules/.bin', command), ...parameters),
    evaluate: (program) => runNode('--input-type=module', '-e', program),
    async addPlugin(example) {
      const place = path.join(folder, example);
      cpSync(path.join(EXAMPLES, example), place, { recursive: true });
      await runNode(COMPILER, '-p', path.join(place, 'tsconfig.build.json'));
      const { name } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
      symlinkSync(place, path.join(folder, 'node_modules', name), 'junction');
    },
    async start(example, environment) {
      const place = path.join(folder, example);
      cpSync(path.join(EXAMPLES, example), place, { recursive: true });
      const child = spawn(node, [path.join(place, 'server.js')], {
        cwd: place,
        env: { ...env, MORTISE_LOG_LEVEL: 'warn', MORTISE_DATA: path.join(place, 'data'), ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return runningExample(child);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function runningExample(child: ChildProcess): Promise<RunningExample> {
  const ended = once(child, 'exit');
  let output = '';
  const site = await new Promise<string>((resolve, reject) => {
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        output += `${line}\n`;
        if (line.startsWith('ready ')) resolve(line.slice('ready '.length));
      });
    }
    void ended.then(([code]) => reject(new Error(`The example ended with ${code}: ${output}`)));
  });
  return {
    site,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}
