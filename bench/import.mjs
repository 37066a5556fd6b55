// Import of a folder of Markdown made of the documentation pages of the corpus: CPU time and peak memory of the command.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { round } from './statistics.mjs';

const CORPUS = process.env.MORTISE_CORPUS ?? '';
const COMMAND = fileURLToPath(new URL('../bin/mortise.js', import.meta.url));
/** Characters of a section. */
const SECTION = 1_500;
/** Prints what the process used on exit: peak memory in kilobytes and CPU time in microseconds. */
const WITNESS = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => { const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage(); process.stderr.write('used=' + maxRSS + ',' + (userCPUTime + systemCPUTime)) })",
)}`;

export async function run({ quick }) {
  if (!existsSync(CORPUS)) throw new Error('MORTISE_CORPUS names no folder: the pages are taken from the corpus.');
  const work = await mkdtemp(path.join(tmpdir(), 'mortise-bench-import-'));
  try {
    const folderSize = await makeFolder(path.join(work, 'docs'), { pages: quick ? 400 : Number.POSITIVE_INFINITY });
    const first = await measured(work, 'kb', 'import', 'docs', '--format=json', '--no-progress');
    const again = await measured(work, 'kb', 'import', 'docs', '--format=json', '--no-progress');
    const row = (what, { seconds, cpu, megabytes }) => ({ what, seconds, 'CPU seconds': cpu, 'peak MB': megabytes });
    return {
      rows: [row('import', first), row('import again, unchanged', again)],
      ratios: {},
      counts: {
        ...folderSize,
        import_seconds: first.seconds,
        import_cpu_seconds: first.cpu,
        import_peak_MB: first.megabytes,
        again_cpu_seconds: again.cpu,
        again_peak_MB: again.megabytes,
      },
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Writes the pages as Markdown files in folders by their ids, with front matter, sections, and a link to the page
 * before. Each text is there twice, because the corpus has lost its code samples.
 * @returns number of files and folders, and their size in MB
 */
export async function makeFolder(folder, { pages }) {
  const lines = (await readFile(path.join(CORPUS, 'search', 'kb', 'docs.jsonl'), 'utf8')).split('\n').filter(Boolean);
  const folders = new Set();
  const files = new Set();
  let bytes = 0;
  let before = null;
  for (const line of lines.slice(0, pages)) {
    const { id, title, body } = JSON.parse(line);
    const name = `${id
      .replace(/\.mdx?$/, '')
      .replace(/[^\w/-]+/g, '-')
      .replace(/^[/-]+|[/-]+$/g, '')}.md`;
    if (files.has(name)) continue;
    const file = path.join(folder, name);
    const text = markdownOf(title, body, before && path.posix.relative(path.posix.dirname(name), before));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    folders.add(path.dirname(file));
    files.add(name);
    bytes += Buffer.byteLength(text);
    before = name;
  }
  return { files: files.size, folders: folders.size, MB: round(bytes / 1e6) };
}

function markdownOf(title, body, link) {
  const sections = [];
  for (let start = 0; start < body.length; start += SECTION) {
    const part = body.slice(start, start + SECTION);
    sections.push(`## Part ${sections.length + 1}\n\n${part}\n\n\`\`\`\n${part}\n\`\`\``);
  }
  const see = link === null ? '' : `See [the page before](${link}).\n\n`;
  return `---\ntitle: ${JSON.stringify(title)}\n---\n${see}${sections.join('\n\n')}\n`;
}

async function measured(folder, ...args) {
  const start = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      MORTISE_DATABASE_URL: `sqlite:${folder}/site.db`,
      MORTISE_SECRET: 'a secret for benchmarks, long enough to be accepted',
      NODE_OPTIONS: `--import=${WITNESS}`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const [, rss, cpu] = /used=(\d+),(\d+)/.exec(errors) ?? [];
  if (code !== 0 || rss === undefined) throw new Error(`The import failed: ${errors}`);
  const seconds = (performance.now() - start) / 1000;
  return { seconds: round(seconds), cpu: round(cpu / 1e6), megabytes: round(rss / 1024) };
}
