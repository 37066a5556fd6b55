import fs from 'node:fs';
const RENAMES = JSON.parse(fs.readFileSync(new URL('./renames.json', import.meta.url)));
export function renamed(name, key) {
  for (const [pattern, by] of Object.entries(RENAMES[name] ?? {})) { const p = new RegExp(pattern); if (p.test(key)) return key.replace(p, by); }
  return key;
}
