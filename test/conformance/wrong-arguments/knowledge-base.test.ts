import { testEachRoute } from './each-route.js';

await testEachRoute('the knowledge base', (template) => template.startsWith('/vendor-kb/'));
