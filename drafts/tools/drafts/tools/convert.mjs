// Usage: node convert.mjs SOURCE_CLONE TARGET_CLONE [--write]
import { createRequire } from 'node:module';
import fs from 'node:fs'; import path from 'node:path';
const [src, target, write] = process.argv.slice(2);
const require = createRequire(src + '/package.json');
const { createJiti } = require('jiti');
const jiti = createJiti(src + '/x.mjs', { interopDefault: false });
const L = ['en', 'es', 'de', 'fr', 'cs', 'ja'];
const load = async (f) => jiti.import(path.join(src, 'src', f));
const first = async (f, name) => { const m = await load(f); const v = name ? m[name] : Object.entries(m).filter(([k, v]) => k !== 'default' && typeof v === 'object').map(([, v]) => v); return name ? v : v[0]; };
async function folder(dir) { const out = {}; for (const l of L) out[l] = await first(`${dir}/${l}.ts`); return out; }
const multi = (f) => first(f);
const prefixed = (set, p) => Object.fromEntries(Object.entries(set).map(([l, t]) => [l, Object.fromEntries(Object.entries(t).map(([k, v]) => [p + k, v]))]));
import { renamed as rename } from './rename.mjs';
const parts = {};
const add = (part, name, set) => {
  const renamed = Object.fromEntries(Object.entries(set).map(([l, t]) => [l, Object.fromEntries(Object.entries(t).map(([k, v]) => [rename(name, k), v]))]));
  (parts[part] ??= []).push([name, renamed]);
};
const AD = 'core/admin/strings';
add('core', 'core__templates__strings', await folder('core/templates/strings'));
add('core', 'core__admin__strings', await folder(AD));
for (const n of ['account', 'jobs', 'media']) add('core', `core__admin__strings__${n}`, await folder(`${AD}/${n}`));
for (const n of ['plugins', 'hooks', 'errors']) add('core', `core__admin__strings__${n}`, await multi(`${AD}/${n}.ts`));
add('core', 'core__admin__strings__webhooks', await folder(`${AD}/webhooks`));
add('core', 'core__admin__strings__ordering', await multi(`${AD}/ordering.ts`));
const A = 'plugins/affiliate';
for (const n of ['shared', 'area', 'admin', 'mail']) add(A, `plugins__affiliate__strings__${n}`, await folder(`${A}/strings/${n}`));
add(A, 'plugins__affiliate__settings__strings', await folder(`${A}/settings/strings`));
add(A, 'plugins__affiliate__webhooks__strings', await multi(`${A}/webhooks/strings.ts`));
const B = 'plugins/bank';
for (const n of ['shared', 'admin', 'setup']) add(B, `plugins__bank__strings__${n}`, await folder(`${B}/strings/${n}`));
add(B, 'plugins__bank__settings__strings', await folder(`${B}/settings/strings`));
add(B, 'plugins__bank__webhooks__strings', await multi(`${B}/webhooks/strings.ts`));
add(B, 'plugins__bank__strings__uninstall', await multi(`${B}/strings/uninstall.ts`));
const K = 'plugins/knowledge-base';
add(K, 'plugins__knowledge-base__strings', await folder(`${K}/strings`));
for (const n of ['opinions', 'editing', 'converting', 'beginning', 'accessing', 'digest', 'faults', 'figures', 'importing', 'searching', 'setting', 'working', 'writing']) add(K, `plugins__knowledge-base__strings__${n}`, await folder(`${K}/strings/${n}`));
for (const n of ['order', 'quick', 'naming', 'keeping']) add(K, `plugins__knowledge-base__strings__writing__${n}`, await multi(`${K}/strings/writing/${n}.ts`));
const KE = {}, KB = {};
KE.en = (await load(`${K}/editor/strings/en/panels.ts`)).panels; KB.en = (await load(`${K}/editor/strings/en/blocks.ts`)).blocks;
for (const l of L.slice(1)) { const v = await first(`${K}/editor/strings/${l}.ts`, l); KE[l] = v.panels; KB[l] = v.blocks; }
add(`${K}/editor`, 'plugins__knowledge-base__editor__strings', prefixed(KE, 'panel-'));
add(`${K}/editor`, 'plugins__knowledge-base__editor__strings', KB);
const W = 'plugins/watermark';
for (const n of ['library', 'design']) add(W, `plugins__watermark__strings__${n}`, await folder(`${W}/strings/${n}`));
add(W, 'plugins__watermark__strings__uninstall', await multi(`${W}/strings/uninstall.ts`));
const E = 'blocks/editor';
add(E, 'blocks__editor__strings', Object.fromEntries(await Promise.all(L.map(async (l) => [l, await first(`${E}/strings/${l}.ts`, l)]))));
// packages
const pk = {}; const forms = { cs: ['one', 'few', 'other'], ja: ['other'] };
for (const n of ['frame', 'blocks']) {
  const text = fs.readFileSync(path.join(src, 'src', E, 'strings/packages', n, 'texts.ts'), 'utf8');
  for (const m of text.matchAll(/^  \| ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/gm)) { const key = eval(m[1]); (pk.en ??= {})[key] = key.split('\u0004').at(-1); }
}
for (const l of L.slice(1)) { pk[l] = {}; const v = await first(`${E}/strings/packages/${l}.ts`, l); for (const k of Object.keys(pk.en)) { const f = v[k]; if (f === undefined) throw new Error(l + k); if (typeof f === 'string') pk[l][k] = f; else f.forEach((t, i) => { pk[l][`${k}.${(forms[l] ?? ['one', 'other'])[i]}`] = t; }); }
  for (const k of Object.keys(v)) if (!(k in pk.en)) throw new Error('extra ' + l + k); }
// English: texts with plural forms in another language
for (const k of Object.keys(pk.en)) if (`${k}.one` in pk.de) { const other = k.replace(/block added|result found/, '$&').replace('block added', 'blocks added').replace('result found', 'results found'); const e = {}; for (const [x, y] of Object.entries(pk.en)) if (x === k) { e[`${k}.one`] = y; e[`${k}.other`] = other; } else e[x] = y; pk.en = e; }
parts[`${E}/packages`] = [['blocks__editor__strings__packages', pk]];
export { parts, L };
let conflicts = 0;
for (const [part, sets] of Object.entries(parts)) {
  const merged = Object.fromEntries(L.map((l) => [l, {}])); const from = {};
  const base = (k) => k.replace(/\.(zero|one|two|few|many|other)$/, '');
  for (const [name, set] of sets) for (const l of L) for (const [k, v] of Object.entries(set[l])) {
    const old = merged[l][k];
    if (old !== undefined && old !== v) { conflicts++; console.log('CONFLICT', part, l, k, '|', from[k], '->', name, '|', JSON.stringify(old), '|', JSON.stringify(v)); }
    merged[l][k] ??= v; from[k] ??= name;
  }
  // order of other languages: as English, forms behind their base
  const order = Object.keys(merged.en); const rank = new Map(); order.forEach((k, i) => { if (!rank.has(base(k))) rank.set(base(k), i); });
  const F = ['zero', 'one', 'two', 'few', 'many', 'other'];
  for (const l of L.slice(1)) {
    const keys = Object.keys(merged[l]).sort((a, b) => (rank.get(a) ?? rank.get(base(a)) ?? 1e9) - (rank.get(b) ?? rank.get(base(b)) ?? 1e9) || F.indexOf(a.split('.').at(-1)) - F.indexOf(b.split('.').at(-1)));
    for (const k of keys) if (!rank.has(base(k)) && !(k in merged.en)) console.log('NO ENGLISH', part, l, k);
    merged[l] = Object.fromEntries(keys.map((k) => [k, merged[l][k]]));
  }
  console.log(part, L.map((l) => `${l}:${Object.keys(merged[l]).length}`).join(' '));
  if (write) {
    const dir = path.join(target, 'src', part.replace(/editor\/packages$/, 'editor/locales/packages').replace(/^(?!.*locales).*$/, '$&/locales'));
    fs.mkdirSync(dir, { recursive: true });
    for (const l of L) fs.writeFileSync(path.join(dir, `${l}.json`), JSON.stringify(merged[l], null, 2) + '\n');
  }
}
console.log('conflicts', conflicts);
