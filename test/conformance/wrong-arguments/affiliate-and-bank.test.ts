import { testEachRoute } from './each-route.js';

// One file for both, so that responses by the rate limits of the bank stay a small share.
await testEachRoute('the affiliate program and the bank', (template) =>
  /^\/vendor-(?:affiliate|bank)\//.test(template),
);
