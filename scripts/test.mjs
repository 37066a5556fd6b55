// Runs the tests: node scripts/test.mjs [project ...] [vitest arguments]. Without a project: types, lint and all projects.
// node scripts/test.mjs soak [path ...]: only the files that loop longer with MORTISE_FULL, at full length.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PROJECTS = ['unit', 'database', 'http', 'process', 'browser', 'corpus', 'package'];
const given = process.argv.slice(2);
if (given[0] === 'soak') {
  process.env.MORTISE_FULL = '1';
  const paths = given.splice(0).slice(1);
  given.push(...soakFiles().filter((file) => paths.length === 0 || paths.some((each) => file.startsWith(each))));
}
const projects = given.filter((word) => PROJECTS.includes(word));
const rest = given.filter((word) => !PROJECTS.includes(word));

// Projects that need the build run it themselves. All of them need the packages.
run('scripts/setup.mjs', '--packages');
if (given.length === 0) run('scripts/side-by-side.mjs', 'types', 'lint');
run('node_modules/vitest/vitest.mjs', 'run', ...projects.map((name) => `--project=${name}`), ...rest);

/** Test files that read MORTISE_FULL, directly or through imported modules. */
function soakFiles() {
  const sources = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [`test/${file}`, readFileSync(path.join(root, 'test', file), 'utf8')]);
  const found = new Set(sources.filter(([, source]) => source.includes('MORTISE_FULL')).map(([file]) => file));
  for (const module of found) {
    const name = path.basename(module, '.ts');
    for (const [file, source] of sources) if (source.includes(`/${name}.js'`)) found.add(file);
  }
  return [...found].filter((file) => file.endsWith('.test.ts'));
}

/** Exits with the status of a failed command. */
function run(script, ...parameters) {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...parameters], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
