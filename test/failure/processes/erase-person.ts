import { createTestHost } from '../../../src/testing.js';
import { type Interruptions, newsletter } from '../../core/privacy/newsletter-plugin.js';

/**
 * Erases a person in a process of its own, which kills itself on the way. Arguments: address of the database, e-mail
 * address, and where: `plugin` when the plugin has erased its part, `core` when the core has and has not committed,
 * `committed` after that.
 */
const [database = '', email = '', stop = ''] = process.argv.slice(2);

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

const INTERRUPTIONS: Readonly<Record<string, Interruptions>> = {
  plugin: { pluginDone: die },
  core: { coreDone: die },
};

const host = await createTestHost({ database, plugins: [newsletter(INTERRUPTIONS[stop])] });
await host.privacy.erase(await host.privacy.find(email));
if (stop === 'committed') die();
console.log('done');
