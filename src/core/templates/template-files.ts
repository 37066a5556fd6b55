import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Eta, type TemplateFunction } from 'eta';
import { escapeHtml } from '../html/safe-html.js';

export type { TemplateFunction };

/** Compiled template files. */
export interface TemplateFiles {
  readonly eta: Eta;
  has(folder: string, file: string): boolean;
  /** @throws EtaParseError when the template cannot be compiled */
  compiled(file: string): TemplateFunction;
  /** SHA-256 of what stands in it, in hexadecimal digits. */
  fingerprint(file: string): string;
  /** Forgets everything read so far. */
  clear(): void;
}

/** Calls whose result the engine made itself: their output is markup already. */
const ownOutput = /^\s*(include|block|capture)\s*\(/;

/**
 * Reads and compiles templates.
 *
 * With `reload` a changed file is compiled again and a new one is seen at once; without it every folder is listed
 * and every file compiled once, so that a request touches no file.
 */
export function createTemplateFiles(options: { reload: boolean }): TemplateFiles {
  const eta = new Eta({
    autoEscape: true,
    escapeFunction: escapeHtml,
    debug: options.reload,
    functionHeader: 'const __raw = this.raw;',
    plugins: [
      {
        // `<%~ value %>` goes through the renderer's check, which lets SafeHtml pass and nothing else.
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
        // Slugs in some scripts are longer than file names may be, on which stat throws.
        return existsSync(name) && statSync(name).isFile();
      }
      // The listing is per folder and not per file, so that looking for a thousand slugs remembers nothing.
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
      const known = functions.get(file);
      if (known !== undefined && !options.reload) return known.render;
      const changed = options.reload ? statSync(file).mtimeMs : 0;
      if (known !== undefined && known.changed === changed) return known.render;
      const render = eta.compile(readFileSync(file, 'utf8'));
      functions.set(file, { changed, render });
      return render;
    },
    fingerprint(file) {
      const known = options.reload ? undefined : fingerprints.get(file);
      if (known !== undefined) return known;
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
