import { testEachRoute } from './each-route.js';

await testEachRoute('watermarks', (template) => template.startsWith('/vendor-cms-watermark/'));
