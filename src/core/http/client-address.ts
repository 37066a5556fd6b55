import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import type { SiteRequest } from './site-request.js';

/** What can be known of a client in spite of proxies, and no more than they can be trusted with. */
export interface Clients {
  /** The client's address; undefined when the connection has none, as behind a Unix socket, or is gone. */
  address(request: IncomingMessage, site?: SiteRequest | null): string | undefined;
  /** Whether the client came over TLS: by its socket, or by the word of a trusted proxy. */
  isSecure(request: IncomingMessage, site?: SiteRequest | null): boolean;
}

/** Whether the machine at this address, so many hops away, is a proxy whose word counts. */
type Trust = (address: string, hop: number) => boolean;

/**
 * Which proxies are believed: number of hops, addresses and networks, or a function; as Express's setting of that name.
 */
export type TrustProxy = boolean | number | string | readonly string[] | Trust;

/** A request of Express knows its application, and the application has compiled its setting. */
type ExpressRequest = IncomingMessage & { readonly app?: { get?: (setting: string) => unknown } };

const ADDRESS_WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

const trustNobody: Trust = () => false;

/**
 * Reads addresses as Express does, with `proxy-addr`: from the socket backwards through X-Forwarded-For, up to the
 * first machine that is not trusted. Without a setting of ours that of the application counts, be it
 * of Express or of a framework that says itself what it has made of it.
 * @throws TypeError for a setting that is none
 */
export function createClients(setting: TrustProxy | undefined): Clients {
  const own = setting === undefined ? null : compileTrust(setting);
  const trustOf = (request: IncomingMessage): Trust => own ?? trustOfSite(request);
  return {
    address(request, site) {
      // Most requests come directly, and nobody has said otherwise.
      if (request.headers['x-forwarded-for'] === undefined) return validAddress(request.socket.remoteAddress);
      if (!own && site) return validAddress(withoutPort(site.address() ?? ''));
      const known = proxyAddr
        .all(request, trustOf(request))
        .map(withoutPort)
        .filter((address) => isIP(address) !== 0);
      return known.at(-1);
    },
    isSecure(request, site) {
      if ('encrypted' in request.socket && request.socket.encrypted) return true;
      if (!own && site) return site.isSecure();
      if (!trustOf(request)(request.socket.remoteAddress ?? '', 0)) return false;
      const [protocol = ''] = String(request.headers['x-forwarded-proto'] ?? '').split(',');
      return protocol.trim().toLowerCase() === 'https';
    },
  };
}

/**
 * What limits count as one caller: IPv4 addresses, also when they are written as IPv6, and whole /64 networks of
 * IPv6, since every customer has one (RFC 6177). Without an address all are one.
 */
export function addressKey(address: string | undefined): string {
  return grouped(address, (ipv4) => ipv4.toString());
}

/** The neighbourhood of an address, for what one house or office does together: /24 of IPv4, /64 of IPv6. */
export function networkKey(address: string | undefined): string {
  return grouped(address, ({ octets }) => `${new ipaddr.IPv4([...octets.slice(0, 3), 0]).toString()}/24`);
}

function grouped(address: string | undefined, ofIPv4: (address: ipaddr.IPv4) => string): string {
  if (address === undefined || isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return ofIPv4(parsed);
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}

function compileTrust(setting: TrustProxy): Trust {
  if (typeof setting === 'function') return setting;
  if (typeof setting === 'boolean') return () => setting;
  if (typeof setting === 'number') {
    if (!Number.isInteger(setting) || setting < 0) throw new TypeError(`${setting} is no number of hops`);
    return (_address, hop) => hop < setting;
  }
  const places = typeof setting === 'string' ? setting.split(',').map((place) => place.trim()) : setting;
  return proxyAddr.compile(places.filter((place) => place !== ''));
}

function trustOfSite({ app }: ExpressRequest): Trust {
  const trust = app?.get?.('trust proxy fn');
  return typeof trust === 'function' ? (trust as Trust) : trustNobody;
}

function validAddress(address: string | undefined): string | undefined {
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** Some proxies write the client's port too. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = ADDRESS_WITH_PORT.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}
