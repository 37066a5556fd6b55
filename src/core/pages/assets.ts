import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HostError } from '../errors.js';
import { once } from '../once.js';
import type { Site } from '../site.js';
import type { PageResponse } from './router.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

interface Asset {
  readonly type: string;
  readonly owner: string;
  /** Read when it is first wanted: most processes never serve most of them. */
  content(): AssetContent;
}

interface AssetContent {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Styles, scripts and pictures of our pages, under addresses that change with their content. */
export interface Assets {
  /**
   * Adds the files of a folder (not its sub-folders) under a namespace.
   * @param together modules that import each other: their addresses change together, so that a browser has each of them
   * once, whichever way it came to it
   */
  add(namespace: string, folder: URL, owner: string, options?: { readonly together?: boolean }): void;
  /**
   * The address of `namespace/file`.
   * @throws HostError `asset_not_found`
   */
  href(name: string): string;
  /**
   * The bytes of `namespace/file`.
   * @throws HostError `asset_not_found`
   */
  read(name: string): Uint8Array;
  /** The file behind a path of the host, or null. */
  serve(path: string): PageResponse | null;
  removeOwner(owner: string): void;
}

/** Where assets are served, below the place where the host is mounted. */
const ASSETS_PATH = '/_mortise';

export function createAssets(site: Site): Assets {
  const assets = new Map<string, Asset>();

  function contentOf(name: string): AssetContent {
    const asset = assets.get(name);
    if (asset) return asset.content();
    throw new HostError('asset_not_found', `There is no asset "${name}". Add its folder with pages.assets first.`);
  }

  return {
    add(namespace, folder, owner, { together = false } = {}) {
      const place = fileURLToPath(folder);
      const files = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => ({ name, type: TYPES[path.extname(name)] ?? null }));
      const hashOfAll = once(() => hashOf(files.map(({ name }) => readFileSync(path.join(place, name)))));
      for (const { name, type } of files) {
        if (type === null) continue;
        const content = readOnce(path.join(place, name), together ? hashOfAll : null);
        assets.set(`${namespace}/${name}`, { type, owner, content });
      }
    },
    href: (name) => site.href(`${ASSETS_PATH}/${contentOf(name).hash}/${name}`),
    read: (name) => contentOf(name).bytes,
    serve(requested) {
      const [, hash, name] = /^\/_mortise\/([0-9a-f]{12})\/(.+)$/.exec(requested) ?? [];
      const asset = name === undefined ? undefined : assets.get(name);
      // An address with an old hash answers with the present file, uncached: a page kept open stays styled.
      if (!asset) return null;
      const { bytes, hash: present } = asset.content();
      const cache = present === hash ? 'public, max-age=31536000, immutable' : 'no-cache';
      const headers = { 'Content-Type': asset.type, 'Cache-Control': cache, 'X-Content-Type-Options': 'nosniff' };
      return { status: 200, headers, body: bytes };
    },
    removeOwner(owner) {
      for (const [name, asset] of assets) if (asset.owner === owner) assets.delete(name);
    },
  };
}

/** @param shared what the address has in place of the hash of the file itself */
function readOnce(file: string, shared: (() => string) | null): () => AssetContent {
  return once(() => {
    const bytes = readFileSync(file);
    return { bytes, hash: shared?.() ?? hashOf([bytes]) };
  });
}

function hashOf(contents: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const bytes of contents) hash.update(bytes);
  return hash.digest('hex').slice(0, 12);
}
