import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../../src/core/http/loopback.js';

describe('a host name', () => {
  it.each(['localhost', '127.0.0.1', '127.255.0.1', '::1', '[::1]', '::ffff:127.0.0.1'])(
    '%s means this machine',
    (name) => {
      expect(isLoopback(name)).toBe(true);
    },
  );

  it.each(['127.example.com', '127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0', '10.0.0.1', ''])(
    '%s may mean another machine',
    (name) => {
      expect(isLoopback(name)).toBe(false);
    },
  );
});
