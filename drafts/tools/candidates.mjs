// node candidates.mjs CLONE FILES... : literals that are part of an old text but not of the new one
import fs from 'node:fs'; import path from 'node:path';
const [clone, ...files] = process.argv.slice(2);
const pairs = JSON.parse(fs.readFileSync('/work/h/tools/pairs.json'));
const list = Object.entries(pairs).flatMap(([l, x]) => x.map(([p, k, a, b]) => ({ l, k, a, b }))).filter(({ a }) => a);
const esc = (s) => s.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
for (const t of list) { t.re = t.a.split(/\{\w+\}/); }
const seen = new Set();
for (const f of files) {
  const text = fs.readFileSync(path.join(clone, f), 'utf8');
  const lines = text.split('\n');
  const found = [];
  lines.forEach((line, i) => {
    if (/^\s*(it|describe)\b.*\('/.test(line) || /^import|^\s*(\/\/|\*)/.test(line)) return;
    for (const m of line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(?<=[(,=:[]\s*)\/((?:[^\/\\\n]|\\.)+)\//g)) {
      const lit = (m[1] ?? m[2] ?? m[3] ?? m[4]).replace(/\\(.)/g, '$1').replace(/&quot;/g, '"').replace(/&#39;/g, "'").trim();
      if (lit.length < 4 || !/\p{L}{3}/u.test(lit)) continue;
      const pieces = lit.split(/\$\{[^}]*\}|\.\*|[<>]|\\n/).map((x) => x.trim()).filter((x) => x.length >= 4 && /\p{L}{3}/u.test(x));
      for (const pc of pieces.length ? pieces : [lit]) for (const t of list) {
        if (t.b.includes(pc)) continue;
        const direct = t.a.includes(pc) && (/\S\s+\S+\s\S|[^\x00-\x7f]{2}/.test(pc) || t.a === pc);
        const chunk = !direct && t.re.length > 1 && t.re.some((c) => /\s/.test(c.trim()) && c.trim().length >= 9 && pc.includes(c.trim()));
        const tail = !direct && !chunk && t.re.length > 1 && pc.length >= 10 && /\s/.test(pc) && t.re.some((c) => { c = c.trim(); for (let n = Math.min(c.length, pc.length); n >= 10; n--) if (pc.endsWith(c.slice(0, n)) || pc.startsWith(c.slice(-n))) return true; return false; });
        if (direct || chunk || tail) found.push(`${i + 1}: ${pc}  <=  [${t.l} ${t.k}] ${t.a}  =>  ${t.b}`);
      }
    }
  });
  if (found.length) console.log('## ' + f + '\n' + [...new Set(found)].join('\n'));
}
