import { testEachRoute } from './each-route.js';

await testEachRoute('the affiliate programme', (template) => template.startsWith('/vendor-affiliate/'));
