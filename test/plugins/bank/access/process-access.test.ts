import { HostError } from 'mortise';
import { describe, expect, it } from 'vitest';
import { createProcessAccess } from '../../../../src/plugins/bank/access/process-access.js';

type Caller = Parameters<ReturnType<typeof createProcessAccess>['admit']>[0];

function opened() {
  const requested: string[] = [];
  const limited: string[] = [];
  const access = createProcessAccess({
    secret: {
      async matches(candidate) {
        requested.push(candidate);
        return candidate === 'right';
      },
    },
    limits: { require: async (_name, key) => void limited.push(key) },
    isQueryTaken: async () => true,
  });
  return { access, asked: requested, limited };
}

function caller(secret: string): Caller {
  return {
    args: {},
    can: async () => false,
    headers: { 'x-vendor-bank-secret': secret },
    query: {},
    remoteAddress: '203.0.113.7',
    user: null,
  };
}

describe('access to transaction processing', () => {
  it('is checked once per request, by the route and its permission', async () => {
    const { access, asked: requested } = opened();
    const request = caller('right');
    const first = await access.admit(request);
    expect(await access.admit(request)).toBe(first);
    expect(requested).toEqual(['right']);
    await access.admit(caller('right'));
    expect(requested).toEqual(['right', 'right']);
  });

  it('counts a wrong secret once', async () => {
    const { access, limited } = opened();
    const request = caller('wrong');
    for (let index = 0; index < 2; index += 1) {
      await expect(access.admit(request)).rejects.toMatchObject({ code: 'vendor_bank_forbidden' });
      await expect(access.admit(request)).rejects.toBeInstanceOf(HostError);
    }
    expect(limited.length).toBe(1);
  });
});
