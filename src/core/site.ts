/** What every part needs to know of the site it runs in. Addresses are built from `url`, never from the Host header. */
export interface Site {
  readonly name: string;
  readonly description: string;
  /** BCP 47, lower case. */
  readonly locale: string;
  /** IANA name; statistics and dates in pages follow it. */
  readonly timezone: string;
  /** Path of the REST root, e.g. `/api`. */
  readonly root: string;
  /** Absolute address of the REST root, with a slash at the end. */
  readonly restUrl: string;
  /** Path of the admin area, e.g. `/admin`. */
  readonly admin: string;
  /** Path of files that browsers load, e.g. `/media`. */
  readonly media: string;
  /** Whether the public address is https: decides on the names and flags of cookies. */
  readonly secure: boolean;
  /** Scheme, host and port of the public address. */
  readonly origin: string;
  /** Absolute address of a path of the host. */
  url(path: string): string;
  /** Address for links within the site: the path below the place where the host is mounted. */
  href(path: string): string;
}

export interface SiteOptions {
  url: string;
  name: string;
  description: string;
  locale: string;
  timezone: string;
  root: string;
  admin: string;
  media: string;
}

export function createSite(options: SiteOptions): Site {
  const address = new URL(options.url);
  const base = address.pathname.replace(/\/$/, '');
  return {
    name: options.name,
    description: options.description,
    locale: options.locale.toLowerCase(),
    timezone: options.timezone,
    root: options.root,
    restUrl: `${address.origin}${base}${options.root}/`,
    admin: options.admin,
    media: options.media,
    secure: address.protocol === 'https:',
    origin: address.origin,
    url: (path) => address.origin + base + path,
    href: (path) => base + path,
  };
}
