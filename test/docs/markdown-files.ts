import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface MarkdownFile {
  /** Path relative to the repository root, with slashes. */
  readonly file: string;
  readonly text: string;
}

/** Fenced code block. */
export interface Sample {
  /** File and line: `README.md:42`. */
  readonly place: string;
  readonly language: string;
  readonly code: string;
}

/** All documentation files: Markdown at the root, in `docs` and in `examples`. */
export function documents(): MarkdownFile[] {
  const atRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md'));
  const below = ['docs', 'examples'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
  );
  return [...atRoot, ...below].toSorted().map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
}

export function samplesOf({ file, text }: MarkdownFile): Sample[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: code = '' }) => ({
    place: `${file}:${text.slice(0, index).split('\n').length}`,
    language,
    code,
  }));
}
