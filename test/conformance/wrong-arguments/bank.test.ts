import { testEachRoute } from './each-route.js';

await testEachRoute('the bank', (template) => template.startsWith('/vendor-bank/'));
