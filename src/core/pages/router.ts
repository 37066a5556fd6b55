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

/** A request for a page, read straight from the session: no nonce is needed to look at something. */
export interface PageRequest {
  /** In the log and on error pages. */
  readonly id: string;
  readonly method: string;
  /** Path below the mount, `/` at least, percent escapes decoded. */
  readonly path: string;
  /** Path below the host, as it was asked for: `/kb/guides`. */
  readonly fullPath: string;
  readonly query: Query;
  /** Where the client says that it is: for comparing with the site's own address, never for making links. */
  readonly address: ClientAddress | null;
  readonly headers: IncomingMessage['headers'];
  readonly cookies: ReadonlyMap<string, string>;
  readonly user: User | null;
  /** The user whose private content may be read: `user`, unless the scopes of the credential leave out `read`. */
  readonly reader: User | null;
  readonly identity: Identity | null;
  readonly can: Ask<boolean>;
  /** The nonce of a form: bound to the action and to the visitor's session. */
  nonce(action: string): string;
  /** Whether a posted nonce is good. */
  verifyNonce(nonce: unknown, action: string): boolean;
  /** The fields of a posted form. @param limit bytes of it, default 1 MiB. @throws HostError 413, 415 and the like */
  readForm(limit?: number): Promise<Query>;
  /** The same with files, which lie on disk until the request is answered. @param limit bytes of the fields */
  readUpload(
    rules: UploadRules,
    limit?: number,
  ): Promise<{ readonly form: Query; readonly files: readonly UploadedFile[] }>;
  /** The nonce of the site's own Content-Security-Policy, where the option `cspNonce` tells it. */
  readonly cspNonce: string | null;
  /** Client address; behind a proxy only with `trustProxy`. */
  readonly remoteAddress: string | undefined;
  /**
   * Counts further reads for the site's `readLimit`, for a page that costs more than others: about its time in units of
   * 10 ms. Call it before the work. Only GET and HEAD without credentials are counted.
   * @param reads from 1 to 100, besides the one that each page counts as
   * @throws HostError 429 `rest_too_many_requests`; the host shows it as a page with `Retry-After`
   */
  countReads(reads: number): void;
}

/** What a client wrote into its address bar, as far as the request tells. */
export interface ClientAddress {
  /** With the port, from the Host header. */
  readonly host: string;
  readonly secure: boolean;
  /** With what the host is mounted below. */
  readonly path: string;
}

/** What a page handler answers. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  /** The length of a stream is for the headers to say. */
  readonly body: string | Uint8Array | Readable;
}

/** Answers a page, or null when the address is not its own after all. */
export type PageHandler = (request: PageRequest) => Promise<PageResponse | null> | PageResponse | null;

/** Page handlers by the path they are mounted on. */
export interface Pages {
  mount(path: string, handler: PageHandler, owner: string, options?: MountOptions): void;
  /** Mounts that want to be in the menu, in the order they came, named in this language. */
  menu(locale: string): { path: string; label: string }[];
  /** The handler of the longest mount that the path lies under. */
  match(path: string): { mount: string; handler: PageHandler } | null;
  observe(observer: PageObserver, owner: string): void;
  observers(): readonly PageObserver[];
  removeOwner(owner: string): void;
}

/** How a mount shows in the site's menu. */
export interface MountOptions {
  readonly label?: LocalText;
}

export interface OwnedPages {
  /**
   * Answers every page under `path`.
   * @throws HostError `page_conflict` when another plugin has the same path
   */
  mount(path: string, handler: PageHandler, options?: MountOptions): void;
  /**
   * Looks at pages on their way, those of the host and those of the site that come through its handler: for what is in
   * the address of a page and is not the page's own, such as who sent the visitor.
   */
  observe(observer: PageObserver): void;
  /** Renders a template inside the site's layout. */
  readonly render: RenderPage;
  /** Serves the files of a folder; their addresses come from `assetHref`. */
  assets(namespace: string, folder: URL): void;
  /** The address of `namespace/file`. */
  assetHref(name: string): string;
  /**
   * The bytes of `namespace/file`, for pages that are written to files; `core/mortise.css` is what ours begin with.
   * @throws HostError `asset_not_found`
   */
  readAsset(name: string): Uint8Array;
  /**
   * Where people log in, ours or the site's own page, and come back from.
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
          `"${existing.owner}" already answers pages under ${path}; give "${owner}" another path.`,
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

/** An HTML page. */
export function page(body: string, init: { status?: number; headers?: Record<string, string> } = {}): PageResponse {
  const { status = 200, headers = {} } = init;
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body };
}

/** Sends the visitor elsewhere: 303 after a form, 301 for what has moved for good. */
export function redirect(location: string, status: 301 | 302 | 303 = 303): PageResponse {
  return { status, headers: { Location: location }, body: '' };
}
