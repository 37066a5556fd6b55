// npm run bench -- NAME [--quick]: runs bench/NAME.mjs, which prints a table and then one line of JSON.
import { existsSync } from 'node:fs';

const [name, ...options] = process.argv.slice(2);
const file = new URL(`./${name}.mjs`, import.meta.url);
if (!/^[a-z-]+$/.test(name ?? '') || !existsSync(file)) {
  console.error(
    'Which benchmark? npm run bench -- affiliate|bank|blocks|hooks|hostile|identity|import|kb|pages|rest|search|search-burst|search-engines|search-relevance|site|storage|watermark [--quick]',
  );
  process.exit(2);
}
process.env.NODE_ENV = 'production';
const { run } = await import(file);
const { rows, ratios, counts } = await run({ quick: options.includes('--quick') });
console.table(rows);
console.log(JSON.stringify({ bench: name, ratios, counts }));
process.exit(0);
