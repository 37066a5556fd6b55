// node follow.mjs CLONE [--write] : replaces literals in tests, benches, examples that equal or contain changed texts
import fs from 'node:fs'; import path from 'node:path'; import { execSync } from 'node:child_process';
const [clone, write] = process.argv.slice(2);
const pairs = JSON.parse(fs.readFileSync('/work/h/tools/pairs.json'));
const files = execSync("git ls-files test bench examples templates src scripts", { cwd: clone, encoding: 'utf8' }).split('\n').filter((f) => /\.(tsx?|mjs|js)$/.test(f));
// texts: old -> Map(new -> keys)
const exact = new Map(); const patterns = [];
for (const [l, list] of Object.entries(pairs)) for (const [p, k, a, b] of list) {
  if (a === undefined) continue;
  if (!exact.has(a)) exact.set(a, new Map()); const m = exact.get(a); m.set(b, [...(m.get(b) ?? []), `${p.split('/').slice(1, -1).join('/')}:${l}:${k}`]);
}
// unchanged keys with the same old text make a pair ambiguous
for (const p of ['core', 'plugins/knowledge-base', 'plugins/knowledge-base/editor', 'plugins/affiliate', 'plugins/bank', 'plugins/watermark', 'blocks/editor']) for (const l of ['en']) {
  const now = JSON.parse(fs.readFileSync(path.join(clone, 'src', p, 'locales', l + '.json')));
  for (const [k, v] of Object.entries(now)) if (exact.has(v)) { const m = exact.get(v); if (!m.has(v)) m.set(v, [`${p}:${l}:${k} (unchanged)`]); else m.get(v).push(k); }
}
const esc = (s) => s.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
for (const [a, m] of exact) if (/\{\w+\}/.test(a) && (a.replace(/\{\w+\}/g, '').match(/\p{L}/gu) ?? []).length >= 6 && !/^\{\w+\}: /.test(a)) {
  const names = []; const src = esc(a).replace(/\\\{(\w+)\\\}/g, (_, n) => { names.push(n); return '(.+?)'; });
  patterns.push([new RegExp('^' + src + '$'), names, a, m]);
}
const html0 = (s) => s.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/'/g, '&#39;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const index = new Map(); for (const [a, m] of [...exact].filter(([a]) => !/\{\w+\}/.test(a) && a.length >= 9 && /\s/.test(a)).sort((x, y) => y[0].length - x[0].length)) for (const form of new Set([a, html0(a)])) { const p = form.slice(0, 8); if (!index.has(p)) index.set(p, []); index.get(p).push([form, a, m, form !== a]); }
const ambiguous = new Map(); let n = 0; const log = [];
const areaOf = (f) => ['knowledge-base', 'affiliate', 'bank', 'watermark'].find((x) => f.includes(x)) ?? (f.includes('/kb-') ? 'knowledge-base' : f.includes('editor') ? 'blocks/editor' : '');
function choose(f, a, m) {
  const news = [...m.keys()]; if (news.length === 1) return news[0];
  const area = areaOf(f); const fit = news.filter((b) => m.get(b).some((w) => area && w.includes(area)));
  if (fit.length === 1) return fit[0];
  ambiguous.set(f + ' | ' + a, news.map((b) => `${b} [${m.get(b).slice(0, 2)}]`)); return undefined;
}
const longest = [...exact].filter(([a]) => !/\{\w+\}/.test(a)).sort((x, y) => y[0].length - x[0].length);
const html = (s) => s.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/'/g, '&#39;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
for (const f of files) {
  const text = fs.readFileSync(path.join(clone, f), 'utf8');
  const next = text.replace(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.|\$(?!\{))*)`|"((?:[^"\\\n]|\\.)*)"/g, (whole, s, t, d, offset) => {
    const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset); if (/^\s*(?:describe|it|test)(?:\.\w+)*\($/.test(line) || /^import|\bfrom $/.test(line)) return whole;
    const q = whole[0]; const raw = s ?? t ?? d; const val = raw.replace(/\\(['"`])/g, '$1');
    const put = (v) => q + v.replace(new RegExp(q, 'g'), '\\' + q) + q;
    if (exact.has(val)) {
      if (f.startsWith('src/')) { if (val.split(' ').length >= 3) log.push(`SRC ${f}: ${val}`); return whole; }
      if (!/\s|[^\x00-\x7f]/.test(val)) { const b = choose(f, val, exact.get(val)); if (b !== undefined && b !== val) log.push(`WORD ${f}: ${val} -> ${b}`); return whole; }
      const b = choose(f, val, exact.get(val)); if (b === undefined || b === val) return whole; n++; log.push(`EXACT ${f}: ${val} -> ${b}`); return put(b);
    }
    if (f.startsWith('src/')) return whole;
    for (const [re, names, a, m] of patterns) { const lit = a.split('{')[0]; if (!val.startsWith(lit)) continue; const g = re.exec(val); if (!g || g.slice(1).some((x) => x.length > 60)) continue; const b = choose(f, a, m); if (b === undefined || b === a) return whole; const v = b.replace(/\{(\w+)\}/g, (_, k) => g[names.indexOf(k) + 1] ?? `{${k}}`); n++; log.push(`PATTERN ${f}: ${val} -> ${v}`); return put(v); }
    let out = val;
    for (let at = 0; at + 8 <= out.length; at++) {
      const list = index.get(out.slice(at, at + 8)); if (!list) continue;
      for (const [form, a, m, isHtml] of list) if (out.startsWith(form, at)) { const b = choose(f, a, m); if (b === undefined || b === a) continue; const v = isHtml ? html(b) : b; out = out.slice(0, at) + v + out.slice(at + form.length); log.push(`PART ${f}: ${form} -> ${b}`); n++; at += v.length - 1; break; }
    }
    return out === val ? whole : put(out);
  });
  if (next !== text && write) fs.writeFileSync(path.join(clone, f), next);
}
console.log(n, 'replaced'); fs.writeFileSync('/work/h/tools/follow.log', log.join('\n')); fs.writeFileSync('/work/h/tools/ambiguous.json', JSON.stringify([...ambiguous], null, 1)); console.log('ambiguous', ambiguous.size, 'words', log.filter((x) => x.startsWith('WORD')).length);
