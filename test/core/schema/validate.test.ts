import { describe, expect, it } from 'vitest';
import { createValidators } from '../../../src/core/schema/validate.js';

/** Each is the factory of one host; what is compiled is shared between them. */
const hosts = [createValidators(), createValidators()];

describe('validators of several hosts', () => {
  it('say the same of the same schema, and not of another one', () => {
    for (const createValidator of hosts) {
      const small = createValidator({ count: { type: 'integer', maximum: 3 } });
      const large = createValidator({ count: { type: 'integer', maximum: 30 } });
      expect(small({ count: 4 })).toEqual({ count: { code: 'rest_out_of_bounds', message: expect.any(String) } });
      expect(large({ count: 4 })).toEqual({});
      expect(small({ count: 3 })).toEqual({});
    }
  });

  it('refuse a schema that is none, each time', () => {
    for (const createValidator of hosts) {
      expect(() => createValidator({ count: { type: 'integer', minLength: -1 } })).toThrow('schema is invalid');
    }
  });
});
