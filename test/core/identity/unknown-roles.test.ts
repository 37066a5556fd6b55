import { expect, it } from 'vitest';
import { createAccess } from '../../../src/core/access/capabilities.js';
import { reportUnknownRoles } from '../../../src/core/identity/unknown-roles.js';
import { createHooks } from '../../../src/hooks/hooks.js';

it('warns once about each unregistered role and lists the registered ones', () => {
  const warnings: unknown[][] = [];
  const access = createAccess({ hooks: createHooks() });
  const report = reportUnknownRoles(access, { warn: (...args: unknown[]) => void warnings.push(args) });
  for (const roles of [['editor', 'edtior'], ['edtior'], ['shopper'], [], ['editor']]) report(roles);
  expect(warnings).toEqual([
    [{ role: 'edtior' }, expect.stringContaining('administrator, editor, author, contributor, subscriber')],
    [{ role: 'shopper' }, expect.stringContaining('"shopper"')],
  ]);
  access.role('chef', { label: 'Chef', capabilities: [], owner: 'acme' });
  report(['chef']);
  expect(warnings).toHaveLength(2);
});
