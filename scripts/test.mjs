// Runs the tests: node scripts/test.mjs [project ...] [vitest arguments]. Without arguments: types, lint and all projects.
//
// node scripts/test.mjs soak [--since=commit] [--minutes=n] [path ...] runs the files that loop longer with MORTISE_FULL,
// one after the other at full length. `since` selects those that reach a folder of src changed since the commit, without
// which all run. `minutes` ends the run after that time and lists the files that are left. Every commit starts with
// another file, so that short runs reach all of them in turn.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const VITEST = path.join(root, 'node_modules/vitest/vitest.mjs');
const PROJECTS = ['unit', 'database', 'http', 'process', 'browser', 'corpus', 'package'];
const args = process.argv.slice(2);

// Without the build, projects that need it run it themselves and the others import the sources.
run(path.join(root, 'scripts/setup.mjs'), args.length === 0 ? [] : ['--packages']);
if (args[0] === 'soak') {
  await soak(args.slice(1));
} else {
  const projects = args.filter((word) => PROJECTS.includes(word)).map((name) => `--project=${name}`);
  const rest = args.filter((word) => !PROJECTS.includes(word));
  if (args.length === 0) run(path.join(root, 'scripts/side-by-side.mjs'), ['types', 'lint']);
  run(VITEST, ['run', ...projects, ...rest]);
}

async function soak(parameters) {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { since: { type: 'string' }, minutes: { type: 'string' } },
    allowPositionals: true,
  });
  const folders = values.since === undefined ? undefined : changedFolders(values.since);
  const files = soakFiles()
    .filter(({ file }) => positionals.length === 0 || positionals.some((each) => file.startsWith(each)))
    // A file that imports only the package by name tests all of it.
    .filter(({ sources }) => !folders || sources.length === 0 || sources.some((each) => folders.has(folderOf(each))))
    .map(({ file }) => file);
  const first = files.length === 0 ? 0 : Number.parseInt(git('rev-parse', '--short=8', 'HEAD'), 16) % files.length;
  const waiting = [...files.slice(first), ...files.slice(0, first)];
  const end = values.minutes === undefined ? undefined : Date.now() + Number(values.minutes) * 60_000;
  while (waiting.length > 0 && (end === undefined || Date.now() < end)) {
    const file = waiting[0];
    console.log(`soak: ${file}`);
    if (!(await isPassedBy(end, file))) break;
    waiting.shift();
  }
  console.log(`soak: ${files.length - waiting.length} of ${files.length} files passed`);
  for (const file of waiting) console.log(`soak: no time for ${file}`);
}

/** Test files that read MORTISE_FULL, directly or through modules, with the files of src that they and their modules import. */
function soakFiles() {
  const names = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' });
  const modules = new Map(names.filter((name) => name.endsWith('.ts')).map((name) => [`test/${name}`, undefined]));
  const read = (file) => modules.get(file) ?? modules.set(file, importsAndFlag(file)).get(file);
  const reachedBy = (file, reached = new Set()) => {
    reached.add(file);
    for (const each of read(file).imports) if (modules.has(each) && !reached.has(each)) reachedBy(each, reached);
    return reached;
  };
  return [...modules.keys()]
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ file, reached: [...reachedBy(file)] }))
    .filter(({ reached }) => reached.some((each) => read(each).isFlagged))
    .map(({ file, reached }) => ({
      file,
      sources: reached.flatMap((each) => read(each).imports).filter((each) => each.startsWith('src/')),
    }));
}

function importsAndFlag(file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const imports = [...text.matchAll(/(?:from|import|URL) ?\(?'(\.[^'\n]+)'/g)].map(([, specifier]) =>
    path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts'),
  );
  return { imports, isFlagged: text.includes('MORTISE_FULL') };
}

/** Returns the folders of src with a difference between the commit and the working tree. */
function changedFolders(commit) {
  return new Set(git('diff', '--name-only', commit, '--', 'src').split('\n').map(folderOf));
}

/** Returns `src/hooks`, or one level more below core and plugins: `src/core/backup`. */
function folderOf(file) {
  const depth = /^src\/(?:core|plugins)\/[^/]+\//.test(file) ? 3 : 2;
  return file.split('/').slice(0, depth).join('/');
}

function git(...parameters) {
  return execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).trim();
}

/**
 * Runs a test file at full length. Exits if it fails.
 * @param end time (ms) at which the run is killed, if any
 * @returns false if it did not end in time
 */
async function isPassedBy(end, file) {
  // With a process group of its own, so that its workers and its MariaDB can be killed, too.
  const child = spawn(process.execPath, [VITEST, 'run', file], {
    cwd: root,
    stdio: 'inherit',
    detached: end !== undefined,
    env: { ...process.env, MORTISE_FULL: '1' },
  });
  const timer = end === undefined ? undefined : setTimeout(() => process.kill(-child.pid, 'SIGKILL'), end - Date.now());
  const [status, signal] = await once(child, 'exit');
  clearTimeout(timer);
  if (signal === 'SIGKILL' && end !== undefined && Date.now() >= end) return false;
  if (status !== 0) process.exit(status ?? 1);
  return true;
}

/** Runs a script and exits with its status if it fails. */
function run(script, parameters) {
  const { status } = spawnSync(process.execPath, [script, ...parameters], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
