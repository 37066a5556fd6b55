import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HostError } from '../errors.js';
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
  /** Adds the files of a folder (not its sub-folders) under a namespace. */
  add(namespace: string, folder: URL, owner: string): void;
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
    add(namespace, folder, owner) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const type = TYPES[path.extname(entry.name)];
        if (!entry.isFile() || !type) continue;
        const content = readOnce(path.join(fileURLToPath(folder), entry.name));
        assets.set(`${namespace}/${entry.name}`, { type, owner, content });
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

function readOnce(file: string): () => AssetContent {
  let content: AssetContent | null = null;
  return () => {
    if (content) return content;
    const bytes = readFileSync(file);
    content = { bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 12) };
    return content;
  };
}
