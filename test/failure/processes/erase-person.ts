import { createTestHost } from '../../../src/testing.js';
import { type Interruptions, newsletter } from '../../core/privacy/newsletter-plugin.js';
import { die } from './die.js';

/**
 * Erases a person in its own process, which kills itself. Arguments: database URL, email, and the point of the kill:
 * `plugin` after the plugin has erased its part, `core` after the core has but before the commit, `committed` after
 * the commit.
 */
const [database = '', email = '', stop = ''] = process.argv.slice(2);

const INTERRUPTIONS: Readonly<Record<string, Interruptions>> = {
  plugin: { pluginDone: die },
  core: { coreDone: die },
};

const host = await createTestHost({ database, plugins: [newsletter(INTERRUPTIONS[stop])] });
await host.privacy.erase(await host.privacy.find(email));
if (stop === 'committed') die();
console.log('done');
