// node apply.mjs CLONE GLOB_OF_DRAFT_FILES(regex) [--write]: applies rewritten texts; prints counts; writes pairs to /work/h/tools/pairs.json
import fs from 'node:fs'; import path from 'node:path';
import { renamed } from '/tmp/drafts/tools/rename.mjs';
const [clone, filter, write] = process.argv.slice(2);
const L = ['en', 'de', 'es', 'fr', 'cs', 'ja'];
const part = (f) => f.startsWith('core__') ? 'src/core/locales' : f.startsWith('blocks__editor') ? 'src/blocks/editor/locales' : f.startsWith('plugins__knowledge-base__editor') ? 'src/plugins/knowledge-base/editor/locales' : 'src/plugins/' + f.split('__')[1] + '/locales';
const PL = /\.(zero|one|two|few|many|other)$/;
const pairs = {}; const skipped = []; const cache = {};
const cat = (p, l) => (cache[p + l] ??= JSON.parse(fs.readFileSync(path.join(clone, p, l + '.json'))));
const pkeys = (t) => [...new Set(t.match(/\{\w+\}/g) ?? [])].sort().join();
for (const file of fs.readdirSync('/tmp/drafts/texts')) {
  if (!new RegExp(filter).test(file)) continue;
  const name = file.replace('.json', ''); const p = part(name);
  let draft = JSON.parse(fs.readFileSync('/tmp/drafts/texts/' + file)); let old = JSON.parse(fs.readFileSync('/tmp/drafts/texts-old/' + file));
  if (name === 'plugins__knowledge-base__editor__strings') { console.log('nested', Object.keys(draft), Object.keys(Object.values(draft)[0]).slice(0, 3)); const flat = (d) => { const o = {}; for (const [l, ts] of Object.entries(d)) for (const [grp, t] of Object.entries(ts)) { if (typeof t === 'object') for (const [k, v] of Object.entries(t)) (o[(grp === 'panels' ? 'panel-' : '') + k] ??= {})[l] = v; else (o[grp] ??= {})[l] = t; } return o; }; draft = flat(draft); old = flat(old); }
  let n = 0, already = 0;
  for (const [k0, set] of Object.entries(draft)) {
    const k = renamed(name, k0);
    for (const l of L) {
      const now = cat(p, l)[k]; const next = set[l]; const was = old[k0]?.[l];
      if (next === undefined || next === null) continue;
      if (now === next) { already++; continue; }
      if (now === undefined && !PL.test(k)) { skipped.push([name, k, l, 'no such key now', next]); continue; }
      if (was !== undefined && now !== was) { skipped.push([name, k, l, 'changed since', now, next]); continue; }
      if (l === 'en' && now !== undefined && pkeys(now) !== pkeys(next) && !/\.(one|zero)$/.test(k)) { skipped.push([name, k, l, 'placeholders', now, next]); continue; }
      (pairs[l] ??= []).push([p, k, now, next]); cat(p, l)[k] = next; n++;
    }
  }
  console.log(name, n, 'already', already);
}
console.log('skipped', skipped.length); for (const s of skipped.slice(0, 60)) console.log(JSON.stringify(s));
fs.writeFileSync('/work/h/tools/pairs.json', JSON.stringify(pairs));
if (write) for (const [pl, o] of Object.entries(cache)) { const p = pl.slice(0, -2), l = pl.slice(-2); fs.writeFileSync(path.join(clone, p, l + '.json'), JSON.stringify(o, null, 2) + '\n'); }
