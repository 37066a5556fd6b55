import { startShop } from './shop.js';

await startShop();
