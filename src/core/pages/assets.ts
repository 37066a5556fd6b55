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
  /** Read on first use, because most processes never serve most assets. */
  content(): AssetContent;
}

interface AssetContent {
  readonly bytes: Uint8Array;
  readonly hash: string;
}

/** Styles, scripts and images of our pages, with URLs that change with their content. */
export interface Assets {
  /**
   * Adds the files of a folder under a namespace, without its subfolders.
   * @param together for modules that import each other: their URLs change together, so that a browser loads each
   *   module only once, whatever the import path
   */
  add(namespace: string, folder: URL, owner: string, options?: { readonly together?: boolean }): void;
  /**
   * Returns the URL of `namespace/file`.
   * @throws HostError `asset_not_found`
   */
  href(name: string): string;
  /**
   * Returns the bytes of `namespace/file`.
   * @throws HostError `asset_not_found`
   */
  read(name: string): Uint8Array;
  /** Returns the file at a path of the host, or null. */
  serve(path: string): PageResponse | null;
  removeOwner(owner: string): void;
}

/** Path of assets below the host's mount. */
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
      // An old hash serves the current file, uncached, so that a page that stays open keeps its styles.
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

/** @param shared hash for the URL instead of the file's own */
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
