import { testEachRoute } from './each-route.js';

await testEachRoute('the core', (template) => !template.startsWith('/vendor-'));
