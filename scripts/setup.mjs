// Installs packages and builds if missing or out of date. --packages only installs, --check does nothing and fails if the
// build is out of date. Plain Node, because it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Mortise needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

const checks = process.argv.includes('--check');
step('Installing packages', 'node_modules/.mortise-setup', ['package-lock.json'], () =>
  npm('ci', '--no-audit', '--no-fund'),
);
if (process.argv.includes('--packages')) process.exit(0);
step(
  'Building',
  'dist/.mortise-setup',
  ['package.json', 'package-lock.json', 'tsconfig.base.json', ...filesBelow('scripts'), ...filesBelow('src')],
  () => {
    // Build into a temporary folder and swap it in, so running processes never see a partial build.
    const drafts = { build: `build.${process.pid}`, dist: `dist.${process.pid}` };
    npm('run', '--silent', 'build', '--', drafts.build, drafts.dist);
    for (const [folder, draft] of Object.entries(drafts)) {
      rmSync(path.join(root, folder), { recursive: true, force: true });
      renameSync(path.join(root, draft), path.join(root, folder));
    }
  },
);

/** Runs the work unless the stamp matches these inputs. The stamp is written on success. */
function step(label, stamp, inputs, work) {
  const file = path.join(root, stamp);
  const fingerprint = fingerprintOf(inputs);
  if (existsSync(file) && readFileSync(file, 'utf8') === fingerprint) return;
  if (checks) process.exit(1);
  console.error(`${label} ...`);
  work();
  writeFileSync(file, fingerprint);
}

function fingerprintOf(inputs) {
  const hash = createHash('sha256').update(process.versions.modules);
  for (const input of inputs) hash.update(`\n${input}\n`).update(readFileSync(path.join(root, input)));
  return hash.digest('hex');
}

function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

function npm(...parameters) {
  // Use the npm that runs this script, if any, also on Windows.
  const script = process.env.npm_execpath;
  const [command, prefix] = script ? [process.execPath, [script]] : ['npm', []];
  try {
    // Standard output belongs to the command that requested the setup.
    execFileSync(command, [...prefix, ...parameters], { cwd: root, stdio: ['ignore', process.stderr, 'inherit'] });
  } catch (error) {
    console.error(`npm ${parameters.join(' ')} failed. Mend what it says above and start again.`);
    process.exit(error.status || 1);
  }
}
