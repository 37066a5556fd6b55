import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../src/core/loopback.js';

describe('host name', () => {
  it.each(['localhost', '127.0.0.1', '127.255.0.1', '::1', '[::1]', '::ffff:127.0.0.1'])(
    '%s is this machine',
    (name) => {
      expect(isLoopback(name)).toBe(true);
    },
  );

  it.each(['127.example.com', '127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0', '10.0.0.1', ''])(
    '%s may be another machine',
    (name) => {
      expect(isLoopback(name)).toBe(false);
    },
  );
});
