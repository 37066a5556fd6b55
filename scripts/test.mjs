// Runs the tests: node scripts/test.mjs [project ...] [vitest arguments]. Without a project: types, lint and all projects.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PROJECTS = ['unit', 'database', 'http', 'process', 'browser', 'corpus', 'package'];
const given = process.argv.slice(2);
const projects = given.filter((word) => PROJECTS.includes(word));
const rest = given.filter((word) => !PROJECTS.includes(word));

// Projects that need the build run it themselves; packages have to be there for all of them.
run('scripts/setup.mjs', '--packages');
if (given.length === 0) run('scripts/side-by-side.mjs', 'types', 'lint');
run('node_modules/vitest/vitest.mjs', 'run', ...projects.map((name) => `--project=${name}`), ...rest);

/** Ends this process with the code of a command that fails. */
function run(script, ...parameters) {
  const { status } = spawnSync(process.execPath, [path.join(root, script), ...parameters], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
