import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** What the examples import besides Mortise. */
const PACKAGES_OF_EXAMPLES = ['express@5', 'express-session@1', 'helmet@8'];

export const COMPILER = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** A project of somebody else, in which the package was installed from its tarball. */
export interface InstalledPackage {
  readonly folder: string;
  /** The packages below node_modules, as npm has written them down. */
  readonly lock: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
  /** Runs a script of a package, as a person would with npx. @throws when it exits with anything but 0 */
  run(command: string, ...parameters: string[]): Promise<string>;
  /** Runs these lines as a module of the project. */
  evaluate(program: string): Promise<string>;
  /** Puts the example of a plugin into the project, builds it there, and installs that. */
  addPlugin(example: string): Promise<void>;
  /** Puts an example into the project and starts it there. */
  start(example: string, environment: NodeJS.ProcessEnv): Promise<RunningExample>;
  remove(): void;
}

export interface RunningExample {
  /** Its address, without a slash at the end. */
  readonly site: string;
  /** What it has printed. */
  output(): string;
  /** Asks it to end. @returns its exit code */
  stop(): Promise<number | null>;
}

/** The program of a version of Node, which is brought by npm. */
export function nodeProgram(version: string): string {
  const parameters = ['exec', '--yes', '--prefer-offline', '--package', `node@${version}`, '--'];
  return execFileSync('npm', [...parameters, 'node', '-p', 'process.execPath'], { encoding: 'utf8' }).trim();
}

/** Installs the tarball and what the examples need into an empty folder, all with this program of Node. */
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
