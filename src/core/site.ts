/** The site that all parts run in. URLs are built from its configured URL, never from the Host header. */
export interface Site {
  readonly name: string;
  readonly description: string;
  /** BCP 47, lower case. */
  readonly locale: string;
  /** IANA time zone of statistics and of dates on pages. */
  readonly timezone: string;
  /** Path of the REST root, e.g. `/api`. */
  readonly root: string;
  /** Absolute URL of the REST root, with a trailing slash. */
  readonly restUrl: string;
  /** Path of the admin area, e.g. `/admin`. */
  readonly admin: string;
  /** Path of files for browsers, e.g. `/media`. */
  readonly media: string;
  /** Whether the public URL uses HTTPS. It decides the names and flags of cookies. */
  readonly secure: boolean;
  /** Scheme, host and port of the public URL. */
  readonly origin: string;
  /** Returns the absolute URL of a path of the host. */
  url(path: string): string;
  /** Returns a link within the site: the path with the mount path in front. */
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
