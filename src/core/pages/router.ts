import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Ask } from '../access/names.js';
import { HostError } from '../errors.js';
import type { Query } from '../http/query.js';
import type { UploadedFile, UploadRules } from '../http/uploads.js';
import type { Identity } from '../identity/authenticator.js';
import { type LocalText, localText } from '../templates/strings.js';
import type { User } from '../user.js';
import type { PageObserver } from './observers.js';
import type { RenderPage } from './render.js';

/** A request for a page. The session alone authenticates it, since reading needs no nonce. */
export interface PageRequest {
  /** Request id, shown in the log and on error pages. */
  readonly id: string;
  readonly method: string;
  /** Decoded path below the mount, at least `/`. */
  readonly path: string;
  /** Path below the host, as requested: `/kb/guides`. */
  readonly fullPath: string;
  readonly query: Query;
  /** URL as the client sees it. Compare it with the site's own, but never use it to build links. */
  readonly address: ClientAddress | null;
  readonly headers: IncomingMessage['headers'];
  readonly cookies: ReadonlyMap<string, string>;
  readonly user: User | null;
  /** The user whose private content may be read: `user`, unless the credential's scopes lack `read`. */
  readonly reader: User | null;
  readonly identity: Identity | null;
  readonly can: Ask<boolean>;
  /** Creates the nonce of a form, bound to the action and the visitor's session. */
  nonce(action: string): string;
  /** Whether a posted nonce is valid. */
  verifyNonce(nonce: unknown, action: string): boolean;
  /**
   * Reads the fields of a posted form. @param limit maximum bytes, default 1 MiB @throws HostError 413, 415 and
   * others
   */
  readForm(limit?: number): Promise<Query>;
  /**
   * Reads a form with files, which stay on disk until the request is answered. @param limit maximum bytes of the
   * fields
   */
  readUpload(
    rules: UploadRules,
    limit?: number,
  ): Promise<{ readonly form: Query; readonly files: readonly UploadedFile[] }>;
  /** Nonce of the site's own Content-Security-Policy, if the option `cspNonce` returns one. */
  readonly cspNonce: string | null;
  /** Client address. Behind a proxy this requires `trustProxy`. */
  readonly remoteAddress: string | undefined;
  /**
   * Counts additional reads against the site's `readLimit`, for an expensive page: about one per 10 ms of work. Call
   * it before the work. Only GET and HEAD requests without credentials are counted.
   * @param reads 1 to 100, in addition to the one that each page counts as
   * @throws HostError 429 `rest_too_many_requests`, which the host renders as a page with `Retry-After`
   */
  countReads(reads: number): void;
}

/** The URL in the client's address bar, as far as the request reveals it. */
export interface ClientAddress {
  /** Host header, including the port. */
  readonly host: string;
  readonly secure: boolean;
  /** Path including the host's mount. */
  readonly path: string;
}

/** Response of a page handler. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  /** For a stream, the headers must contain the length. */
  readonly body: string | Uint8Array | Readable;
}

/** Handles a page request, or returns null if the path is not its own. */
export type PageHandler = (request: PageRequest) => Promise<PageResponse | null> | PageResponse | null;

/** Registry of page handlers by mount path. */
export interface Pages {
  mount(path: string, handler: PageHandler, owner: string, options?: MountOptions): void;
  /** Mounts with a menu label in this locale, in order of registration. */
  menu(locale: string): { path: string; label: string }[];
  /** Finds the handler of the longest mount that contains the path. */
  match(path: string): { mount: string; handler: PageHandler } | null;
  observe(observer: PageObserver, owner: string): void;
  observers(): readonly PageObserver[];
  removeOwner(owner: string): void;
}

/** Options of a mount. `label` adds it to the site's menu. */
export interface MountOptions {
  readonly label?: LocalText;
}

/** Registration and rendering of the pages of a plugin. */
export interface OwnedPages {
  /**
   * Answers every page below `path`.
   * @throws HostError `page_conflict` if another plugin has the same path
   */
  mount(path: string, handler: PageHandler, options?: MountOptions): void;
  /**
   * Observes requests for pages of the host, and of the site if they pass through its handler. Use it for query
   * parameters that do not belong to the page itself, such as a referrer.
   */
  observe(observer: PageObserver): void;
  /** Renders a template in the site's layout. */
  readonly render: RenderPage;
  /** Serves the files of a folder at the URLs returned by `assetHref`. */
  assets(namespace: string, folder: URL): void;
  /** Returns the URL of `namespace/file`. */
  assetHref(name: string): string;
  /**
   * Returns the bytes of `namespace/file`, for pages exported to files. `core/mortise.css` is our base stylesheet.
   * @throws HostError `asset_not_found`
   */
  readAsset(name: string): Uint8Array;
  /**
   * Returns the login URL, of our page or the site's, with a return path.
   * @param back path of this host, such as `site.href('/kb')`
   */
  loginHref(back: string): string;
}

export function createPages(): Pages {
  const mounts = new Map<string, MountOptions & { handler: PageHandler; owner: string }>();
  const observers = new Map<PageObserver, string>();
  return {
    mount(path, handler, owner, options = {}) {
      const existing = mounts.get(path);
      if (existing) {
        throw new HostError(
          'page_conflict',
          `"${existing.owner}" already serves pages under ${path}. Choose another path for "${owner}".`,
        );
      }
      mounts.set(path, { handler, owner, ...options });
    },
    menu: (locale) =>
      [...mounts].flatMap(([path, { label }]) =>
        label === undefined ? [] : [{ path, label: localText(label, locale) }],
      ),
    match(path) {
      let best: string | null = null;
      for (const mount of mounts.keys()) {
        const within = path === mount || path.startsWith(`${mount}/`);
        if (within && mount.length > (best?.length ?? -1)) best = mount;
      }
      const found = best === null ? undefined : mounts.get(best);
      return best !== null && found ? { mount: best, handler: found.handler } : null;
    },
    observe(observer, owner) {
      observers.set(observer, owner);
    },
    observers: () => [...observers.keys()],
    removeOwner(owner) {
      for (const [observer, of] of observers) if (of === owner) observers.delete(observer);
      for (const [path, mount] of mounts) if (mount.owner === owner) mounts.delete(path);
    },
  };
}

/**
 * Creates an HTML response.
 * @param body a complete HTML document
 * @example
 * pages.mount('/hello', async () => page('<!doctype html><title>Hello</title>Hello'));
 */
export function page(body: string, init: { status?: number; headers?: Record<string, string> } = {}): PageResponse {
  const { status = 200, headers = {} } = init;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body };
}

/**
 * Creates a redirect: 303 after a form, 301 for a permanent move.
 * @param location URL or path
 * @example
 * return redirect('/recipes/bread', 301);
 */
export function redirect(location: string, status: 301 | 302 | 303 = 303): PageResponse {
  return { status, headers: { Location: location }, body: '' };
}
