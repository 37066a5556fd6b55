/** Where a Redis server is, and what the keys of this site begin with. */
export interface RedisAddress {
  /** Without what only concerns this host. */
  readonly url: string;
  /** `host:port`, for messages: without name and password. */
  readonly server: string;
  /** The same for all processes of the site, and for no other site. */
  readonly prefix: string;
}

/**
 * Reads the option `redis`. Keys begin with what the address says as `?prefix=shop:`, else with `mortise:` and a number
 * that is the site's own, so that sites can share a server without knowing of each other.
 */
export async function redisAddress(option: string, siteId: () => Promise<string>): Promise<RedisAddress> {
  const url = new URL(option);
  const prefix = url.searchParams.get('prefix') || `mortise:${await siteId()}:`;
  url.searchParams.delete('prefix');
  return { url: url.href, server: url.host, prefix };
}
