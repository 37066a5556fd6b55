import { prepareSuite } from './prepare.js';

prepareSuite('interpreted');
await import('gutenberg-hooks-suite');
