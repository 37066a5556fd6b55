import { testEachRoute } from './each-route.js';

// Together, so that the bank's own limits on its answers stay few among all.
await testEachRoute('the affiliate programme and the bank', (template) =>
  /^\/vendor-(?:affiliate|bank)\//.test(template),
);
