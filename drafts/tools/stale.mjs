// node stale.mjs CLONE BASE : test literals that occur in the old src but nowhere in the present one
import fs from 'node:fs'; import { execSync } from 'node:child_process';
const [clone, base] = process.argv.slice(2); const sh = (c) => execSync(c, { cwd: clone, encoding: 'utf8', maxBuffer: 1e9 });
const norm = (s) => s.replace(/\\(['"`])/g, '$1').replace(/&quot;/g, '"').replace(/&#39;/g, "'").toLowerCase();
const old = norm(sh(`git diff ${base} -- src templates scripts examples`).split('\n').filter((l) => /^-/.test(l) && !/^-\s*(\*|\/\/|\/\*)/.test(l)).join('\n'));
const now = norm(sh("git ls-files src templates scripts").split('\n').filter((f) => /\.(tsx?|json|eta|mjs|js)$/.test(f)).map((f) => { try { return fs.readFileSync(clone + '/' + f, 'utf8'); } catch { return ''; } }).join('\n'));
for (const f of sh('git ls-files test bench examples').split('\n').filter((x) => /\.(tsx?|mjs)$/.test(x))) {
  fs.readFileSync(clone + '/' + f, 'utf8').split('\n').forEach((line, i, all) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line) || /^ *(it|describe)(\.\w+)*\(/.test(line) || /^import/.test(line)) return;
    for (const m of line.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(?<=[(,=:[]\s*)\/((?:[^\/\\\n]|\\.)+)\//g)) {
      let lit = m[1] ?? m[2] ?? m[3] ?? m[4];
      const parts = m[4] !== undefined ? lit.split(/\.\*|\.\+|[\^$()|]|\\[a-z]\+?|\[[^\]]*\]/) : lit.split(/\$\{[^}]*\}|\\n/);
      for (let p of parts) {
        p = norm(p.replace(/\\([.*+?(){}|[\]\/])/g, '$1')).trim().replace(/^[.:;,]+|\s+$/g, '').trim();
        // Also the pieces around quoted values.
        for (const piece of [p, ...p.split(/["“”]|\b\d+\b/)].map((x) => x.trim())) if (piece.length >= 6 && /\s/.test(piece) && old.includes(piece) && !now.includes(piece)) { console.log(`${f}:${i + 1}: ${piece}`); break; }
      }
    }
  });
}
