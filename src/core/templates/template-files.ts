import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Eta, type TemplateFunction } from 'eta';
import { escapeHtml } from '../html/safe-html.js';

export type { TemplateFunction };

/** Reads and compiles template files. */
export interface TemplateFiles {
  readonly eta: Eta;
  has(folder: string, file: string): boolean;
  /** @throws EtaParseError if the template cannot be compiled */
  compiled(file: string): TemplateFunction;
  /** SHA-256 of the file's content, in hex. */
  fingerprint(file: string): string;
  /** Clears the caches. */
  clear(): void;
}

/** Calls whose output is already markup, because the engine rendered it. */
const ownOutput = /^\s*(include|block|capture)\s*\(/;

/**
 * Creates the reader and compiler of templates.
 *
 * With `reload`, changed files are recompiled and new ones found immediately. Without it, each folder is listed once
 * and each file compiled once, so that requests cause no file access.
 */
export function createTemplateFiles(options: { reload: boolean }): TemplateFiles {
  const eta = new Eta({
    autoEscape: true,
    escapeFunction: escapeHtml,
    debug: options.reload,
    functionHeader: 'const __raw = this.raw;',
    plugins: [
      {
        // `<%~ value %>` goes through the renderer's check, which only lets SafeHtml pass.
        processAST: (nodes) =>
          nodes.map((node) =>
            typeof node === 'string' || node.t !== 'r' || ownOutput.test(node.val)
              ? node
              : { ...node, val: `__raw(${node.val}, ${JSON.stringify(node.val.trim())})` },
          ),
      },
    ],
  });
  const listings = new Map<string, ReadonlySet<string>>();
  const functions = new Map<string, { changed: number; render: TemplateFunction }>();
  const fingerprints = new Map<string, string>();

  return {
    eta,
    has(folder, file) {
      if (options.reload) {
        const name = path.join(folder, file);
        // In some scripts, slugs exceed the maximum length of file names, and `stat` throws.
        return existsSync(name) && statSync(name).isFile();
      }
      // Cached per folder, not per file: looking up a thousand slugs must not grow the cache.
      const inner = path.dirname(path.join(folder, file));
      let names = listings.get(inner);
      if (names === undefined) {
        const exists = statSync(inner, { throwIfNoEntry: false })?.isDirectory() ?? false;
        names = new Set(exists ? readdirSync(inner) : []);
        listings.set(inner, names);
      }
      return names.has(path.basename(file));
    },
    compiled(file) {
      const cached = functions.get(file);
      if (cached !== undefined && !options.reload) return cached.render;
      const changed = options.reload ? statSync(file).mtimeMs : 0;
      if (cached !== undefined && cached.changed === changed) return cached.render;
      const render = eta.compile(readFileSync(file, 'utf8'));
      functions.set(file, { changed, render });
      return render;
    },
    fingerprint(file) {
      const cached = options.reload ? undefined : fingerprints.get(file);
      if (cached !== undefined) return cached;
      const fingerprint = createHash('sha256').update(readFileSync(file)).digest('hex');
      fingerprints.set(file, fingerprint);
      return fingerprint;
    },
    clear() {
      listings.clear();
      functions.clear();
      fingerprints.clear();
    },
  };
}
