import { prepareSuite } from './prepare.js';

prepareSuite('compiled');
await import('gutenberg-hooks-suite');
