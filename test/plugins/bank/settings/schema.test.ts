import { expect, it } from 'vitest';
import { bankSettings } from '../../../../src/plugins/bank/settings/schema.js';

it('every bank setting has a translated title and help text', () => {
  for (const [name, { title, description }] of Object.entries(bankSettings.schema.properties)) {
    expect([name, typeof title, typeof description]).toEqual([name, 'function', 'function']);
    if (typeof title === 'function' && typeof description === 'function')
      expect(title('de')).not.toBe(description('de'));
  }
});
