import fs from 'node:fs'; import path from 'node:path'; import { execSync } from 'node:child_process';
const clone = process.argv[2];
const pairs = JSON.parse(fs.readFileSync('/work/h/tools/pairs.json'));
const files = execSync("git ls-files test bench examples", { cwd: clone, encoding: 'utf8' }).split('\n').filter((f) => /\.(tsx?|mjs|js)$/.test(f));
const lits = new Map(); // literal -> Set(files)
const add = (v, f) => { v = v.trim(); if (v.length < 3 || !/\p{L}{2}/u.test(v)) return; if (!lits.has(v)) lits.set(v, new Set()); lits.get(v).add(f); };
const unhtml = (s) => s.replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
for (const f of files) {
  const text = fs.readFileSync(path.join(clone, f), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '').replace(/^ *(?:describe|it)(?:\.\w+)*\('(?:[^'\\\n]|\\.)*'/gm, '').replace(/^import .*$/gm, '').replace(/from '[^']*'/g, '');
  for (const m of text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(?<=[(,=:[]\s*)\/((?:[^\/\\\n]|\\.)+)\//g)) {
    if (m[3] !== undefined) for (const part of m[3].split(/\$\{[^}]*\}|\n/)) for (const p of part.split(/[<>]/)) add(unhtml(p), f);
    else if (m[4] !== undefined) for (const p of m[4].replace(/\\([.*+?^$(){}|[\]\/])/g, '$1').split(/\.\*|\.\+|[\^$()|]|\\[a-z]\+?|\[[^\]]*\]/)) add(p, f);
    else for (const p of (m[1] ?? m[2]).replace(/\\(.)/g, '$1').split(/[<>]|\\n/)) add(unhtml(p), f);
  }
}
const all = [...lits.keys()]; const lower = all.map((x) => x.toLowerCase());
console.log('literals', all.length);
// index of lower literals by first 3 chars for substring search
const by3 = new Map(); all.forEach((x, i) => { const k = lower[i].slice(0, 3); if (!by3.has(k)) by3.set(k, []); by3.get(k).push(i); });
const inside = (t) => { t = t.toLowerCase(); const r = new Set(); for (let i = 0; i + 3 <= t.length; i++) for (const j of by3.get(t.slice(i, i + 3)) ?? []) if (t.startsWith(lower[j], i)) { const wb = (c) => c === undefined || !/\p{L}/u.test(c); if (wb(t[i - 1]) && wb(t[i + lower[j].length])) r.add(j); } return r; };
// chunks of texts inside literals: index by chunk
const bigText = '\u0001' + lower.join('\u0001') + '\u0001';
const STOP = /^(?:the|and|for|not|are|was|its|one|all|can|has|day|name|text|title|type|list|page|site|this|that|with|from|have|user|file|key|code|post|date|time|status|content|value|nothing|id|you|now|new|other|first|more|only|than|but|out|off|there|then|when|into|each|which|what|who)$/i;
const res = {}; const out = [];
for (const [l, list] of Object.entries(pairs)) for (const [p, k, a = '', b] of list) {
  const why = [];
  const inA = inside(a), inB = inside(b);
  for (const j of inA) if (!inB.has(j) && !STOP.test(all[j]) && (all[j].length >= 5 || /[A-Z\s]/.test(all[j]))) why.push(['in old', all[j]]);
  for (const c of a.split(/\{\w+\}/)) { const t = c.trim().toLowerCase(); if (t.length >= 5 && bigText.includes(t) && !b.toLowerCase().includes(t)) why.push(['holds', t]); }
  res[`${p}|${k}|${l}`] = why; out.push([p, k, l, why, a, b]);
}
const byPart = {};
for (const [p, k, l, why] of out) { const o = (byPart[p + ' ' + l] ??= [0, 0]); o[why.length ? 1 : 0]++; }
console.log(byPart);
fs.writeFileSync('/work/h/tools/classes.json', JSON.stringify(out.map(([p, k, l, why, a, b]) => ({ p, k, l, a, b, why: why.slice(0, 5).map(([w, t]) => [w, t, [...(lits.get(t) ?? [])].slice(0, 4)]) })), null, 1));
