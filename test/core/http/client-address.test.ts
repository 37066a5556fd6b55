import type { IncomingMessage } from 'node:http';
import express, { type Express } from 'express';
import type { HostOptions } from 'mortise';
import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import { addressKey, createClients, networkKey } from '../../../src/core/http/client-address.js';

interface Sender {
  readonly from?: string | undefined;
  readonly forwardedFor?: string;
  readonly forwardedProto?: string;
  readonly encrypted?: boolean;
  readonly app?: Express;
}

/** Builds a request with the parts that identify its client. */
function request({ from = '203.0.113.1', forwardedFor, forwardedProto, encrypted, app }: Sender): IncomingMessage {
  const headers = {
    ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    ...(forwardedProto === undefined ? {} : { 'x-forwarded-proto': forwardedProto }),
  };
  return { headers, socket: { remoteAddress: from, encrypted }, app } as unknown as IncomingMessage;
}

const address = (trustProxy: HostOptions['trustProxy'], sender: Sender): string | undefined =>
  createClients(trustProxy).address(request(sender));

describe('client address', () => {
  const SPOOFED = { forwardedFor: '198.51.100.7' };

  it.each([undefined, false, 0, '', []])('is the socket address with trustProxy %j, regardless of headers', (trust) => {
    expect(address(trust, SPOOFED)).toBe('203.0.113.1');
  });

  it('follows the chain of trusted proxies from the last one', () => {
    const chain = { from: '10.0.0.2', forwardedFor: '198.51.100.7, 192.0.2.9, 10.0.0.1' };
    expect(address('10.0.0.0/8', chain)).toBe('192.0.2.9');
    expect(address(['10.0.0.0/8', '192.0.2.9'], chain)).toBe('198.51.100.7');
    expect(address('uniquelocal, 192.0.2.9', chain)).toBe('198.51.100.7');
    expect(address(1, chain)).toBe('10.0.0.1');
    expect(address(2, chain)).toBe('192.0.2.9');
    expect(address(true, chain)).toBe('198.51.100.7');
    expect(address((_address, hop) => hop === 0, chain)).toBe('10.0.0.1');
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('is read from the header only behind loopback %s', (from) => {
    expect(address('loopback', { ...SPOOFED, from })).toBe('198.51.100.7');
    expect(address('loopback', SPOOFED)).toBe('203.0.113.1');
  });

  it.each(['<script>', 'unknown', '_hidden', '999.1.1.1', '1', '0x7f.1', ', ,', 'a'.repeat(10_000), '1.2.3.4, x'])(
    'is the proxy address when the header contains %j',
    (forwardedFor) => expect(address(1, { from: '10.0.0.1', forwardedFor })).toBe('10.0.0.1'),
  );

  it('omits the port that some proxies add', () => {
    expect(address(1, { forwardedFor: '198.51.100.7:4711' })).toBe('198.51.100.7');
    expect(address(1, { forwardedFor: '[2001:db8::1]:4711' })).toBe('2001:db8::1');
  });

  it('follows the trust proxy setting of Express when trustProxy is not set', () => {
    const app = express().set('trust proxy', 1);
    const chain = { app, from: '10.0.0.2', forwardedFor: '198.51.100.7, 192.0.2.9' };
    expect(address(undefined, chain)).toBe('192.0.2.9');
    expect(address(undefined, { ...chain, app: express() })).toBe('10.0.0.2');
    expect(address(false, chain)).toBe('10.0.0.2');
  });

  it('is undefined when the connection has none', () => {
    expect(createClients(undefined).address({ headers: {}, socket: {} } as unknown as IncomingMessage)).toBeUndefined();
  });
});

describe('TLS detection', () => {
  const isSecure = (trustProxy: HostOptions['trustProxy'], sender: Sender): boolean =>
    createClients(trustProxy).isSecure(request(sender));

  it('relies on the socket, and on the header only from a trusted proxy', () => {
    expect(isSecure(undefined, { encrypted: true })).toBe(true);
    expect(isSecure(undefined, { forwardedProto: 'https' })).toBe(false);
    expect(isSecure('loopback', { forwardedProto: 'https' })).toBe(false);
    expect(isSecure('loopback', { forwardedProto: 'https', from: '127.0.0.1' })).toBe(true);
    expect(isSecure(1, { forwardedProto: 'HTTPS, http' })).toBe(true);
    expect(isSecure(1, { forwardedProto: 'http, https' })).toBe(false);
    expect(isSecure(1, { forwardedProto: 'httpsx' })).toBe(false);
    expect(isSecure(undefined, { forwardedProto: 'https', app: express().set('trust proxy', true) })).toBe(true);
  });
});

describe('invalid trustProxy setting', () => {
  it.each(['nonsense', '10.0.0.0/99', '10.0.0', ['loopback', 'x'], -1, 1.5, Number.NaN])(
    '%j is rejected at startup',
    async (trustProxy) => {
      await expect(createTestHost({ trustProxy })).rejects.toMatchObject({
        code: 'config_invalid',
        data: { option: 'trustProxy' },
      });
    },
  );
});

describe('rate limit key', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['nonsense', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('maps the address %s to %s', (from, key) => expect(addressKey(from)).toBe(key));

  it.each([
    ['192.0.2.17', '192.0.2.0/24'],
    ['::ffff:192.0.2.255', '192.0.2.0/24'],
    ['192.0.3.17', '192.0.3.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
    [undefined, 'unknown'],
  ])('maps the network of %s to %s', (from, key) => expect(networkKey(from)).toBe(key));
});
