/** Location of a Redis server, and the key prefix of this site. */
export interface RedisAddress {
  /** URL without the `prefix` parameter. */
  readonly url: string;
  /** `host:port` for messages, without credentials. */
  readonly server: string;
  /** Key prefix, shared by all processes of the site and unique to it. */
  readonly prefix: string;
}

/**
 * Parses the option `redis`. The key prefix is taken from `?prefix=shop:`; the default is `mortise:` and the unique
 * id of the site, so that unrelated sites can share a server.
 */
export async function redisAddress(option: string, siteId: () => Promise<string>): Promise<RedisAddress> {
  const url = new URL(option);
  const prefix = url.searchParams.get('prefix') || `mortise:${await siteId()}:`;
  url.searchParams.delete('prefix');
  return { url: url.href, server: url.host, prefix };
}
