import { prepareSuite } from './prepare.js';

prepareSuite();
await import('gutenberg-hooks-suite?compiled');
