import { once } from 'node:events';
import { definePlugin } from '../../../src/index.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Site that prints its URL. When a password reset has used up its link, it prints `stopped` and does nothing more.
 * Arguments: database URL, mail URL.
 */
const [database = '', mail = ''] = process.argv.slice(2);
const stopping = definePlugin({
  name: 'stopping',
  version: '1.0.0',
  setup({ hooks }) {
    hooks.addAction('auth_event', async ({ event }) => {
      if (event !== 'password_reset') return;
      console.log('stopped');
      await once(process.stdin, 'data');
    });
  },
});
const host = await createTestHost({ database, mail, plugins: [stopping] });
console.log(await host.listen());
