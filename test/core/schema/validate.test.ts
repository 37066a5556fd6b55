import { describe, expect, it } from 'vitest';
import { createValidators } from '../../../src/core/schema/validate.js';

/** Validator factories of two hosts. Compiled schemas are shared between hosts. */
const hosts = [createValidators(), createValidators()];

describe('schema validators of two hosts', () => {
  it('give the same result for the same schema and keep different schemas apart', () => {
    for (const createValidator of hosts) {
      const small = createValidator({ count: { type: 'integer', maximum: 3 } });
      const large = createValidator({ count: { type: 'integer', maximum: 30 } });
      expect(small({ count: 4 })).toEqual({ count: { code: 'rest_out_of_bounds', message: expect.any(String) } });
      expect(large({ count: 4 })).toEqual({});
      expect(small({ count: 3 })).toEqual({});
    }
  });

  it('reject an invalid schema every time', () => {
    for (const createValidator of hosts) {
      expect(() => createValidator({ count: { type: 'integer', minLength: -1 } })).toThrow('schema is invalid');
    }
  });
});
