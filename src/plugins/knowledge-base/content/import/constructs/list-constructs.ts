import { maskCode } from '../links/mask-code.js';
import { scanLinks } from '../links/scan-links.js';
import { templateTarget } from '../links/template-target.js';
import { isEmbeddedPage } from '../links/wiki-links.js';

/** Types of callouts that rendering knows; every other `:::` block is listed. */
const CALLOUTS: ReadonlySet<string> = new Set(
  'note tip important warning caution info hint success attention danger error'.split(' '),
);

/** Syntax that only a generator understands, with the name it has in reports. */
const SYNTAXES: readonly (readonly [pattern: RegExp, name: (match: RegExpMatchArray) => string | null])[] = [
  [
    /\{\{([<%])-?\s{0,9}\/?\s{0,9}([\w./-]{1,60})/g,
    ([, sign, name]) => `{{${sign} ${name} ${sign === '<' ? '>' : '%'}}}`,
  ],
  [/\{{1,2}%-?\s{0,9}([\w-]{1,60})/g, ([whole, name]) => (whole.startsWith('{{') ? null : `{% ${name} %}`)],
  [/\{\{-?\s{0,9}([\w.$]{1,60})[^{}\n]{0,200}\}\}/g, ([, name]) => `{{ ${name} }}`],
  // MDX and Vue: components and their attributes with expressions.
  [/<([A-Z][\w.]{0,60})(?=[\s/>])/g, ([, name]) => `<${name}>`],
  [/<([a-z][a-z0-9]{0,30}-[a-z0-9-]{1,60})(?=[\s/>])/g, ([, name]) => `<${name}>`],
  [/\s([\w-]{1,60})=\{/g, ([, name]) => `${name}={…}`],
  [
    /^:{3,8}[ \t]*([A-Za-z][\w.-]{0,60})/gm,
    ([, name = '']) => (CALLOUTS.has(name.toLowerCase()) ? null : `:::${name}`),
  ],
  // MkDocs and its extensions.
  [/^ {0,12}-{1,3}8<-{1,3}/gm, () => '--8<--'],
  [/\{![^{}\n]{1,200}!\}/g, () => '{! !}'],
  [/\+\+[\w"+-]{1,60}\+\+/g, () => '++key++'],
  [/\{(\+\+|--|==|>>|~~)[^{}\n]{1,500}(?:\+\+|--|==|<<|~~)\}/g, ([, sign]) => `{${sign} }`],
  [/^\*\[[^[\]\r\n]{1,100}\]:/gm, () => '*[abbreviation]:'],
  [/(?<![\w:]):([a-z][a-z0-9_+-]{1,60}):(?![\w:])/g, ([, name]) => `:${name}:`],
  [/^\[(?:TOC|toc|_TOC_)\][ \t]*$|^\[\[(?:toc|TOC|_TOC_)\]\][ \t]*$|^\{:toc\}/gm, () => '[toc]'],
  // VitePress and VuePress.
  [/^<<<[ \t]{0,9}\S/gm, () => '<<<'],
  [/^@\[code[^[\]\r\n]{0,100}\]/gm, () => '@[code]'],
  [/<!--\s{0,9}@include:/g, () => '<!-- @include -->'],
  [/^<(script|style)\b/gim, ([, name = '']) => `<${name.toLowerCase()}>`],
  // Obsidian.
  // The import resolves links and files, and lists those that it cannot.
  [
    /!\[\[([^[\]|\n]{1,200})(?:\|[^[\]\n]{0,200})?\]\]/g,
    ([, target = '']) => (isEmbeddedPage('!', target.trim()) ? '![[ ]]' : null),
  ],
  [/(?<![=\w])==[^=\s][^=\n]{0,300}==(?![=\w])/g, () => '== =='],
  [/[ \t]\^[\w-]{1,60}[ \t]*$/gm, () => '^block'],
  [/%%/g, () => '%%'],
  // Formulas.
  [/^\$\$/gm, () => '$$'],
];
/** Code blocks that a generator draws, and attributes of code blocks that change their look. */
const FENCE = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*([^\n]{1,300})$/gm;
const DRAWN: ReadonlySet<string> = new Set(['mermaid', 'plantuml', 'math', 'dataview', 'dataviewjs', 'query', 'tabs']);
const ATTRIBUTES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:title|file|filename|name)=/, 'code title'],
  [/\b(?:showLineNumbers|linenums|lineNos|line-numbers)\b/i, 'code line numbers'],
  [/\{[\d,\s-]{1,100}\}|\bhl_lines\b/, 'code line highlights'],
];

/** MDX expressions in braces, which Markdown shows as text. */
const EXPRESSION = /(?<![{\\$=])\{(?![{%#:!/|>+~=-]|\s{0,9}\/\*)[^{}\n]{1,300}\}(?!\})/g;

/** Lists the distinct constructs of a text that are not understood, in order. Samples in code do not count. */
export function listConstructs(body: string, isMdx: boolean): string[] {
  const found: { readonly at: number; readonly name: string }[] = [];
  const text = withoutTargets(body, maskCode(body, { keepComments: true, hasIndentedCode: !isMdx }));
  const withoutComments = withoutTargets(body, maskCode(body, { hasIndentedCode: !isMdx }));
  for (const [pattern, nameOf] of SYNTAXES) {
    const where = pattern.source.startsWith('<!--') ? text : withoutComments;
    for (const match of where.matchAll(pattern)) {
      const name = nameOf(match);
      if (name !== null) found.push({ at: match.index, name });
    }
  }
  if (isMdx)
    for (const { index } of withoutComments.matchAll(EXPRESSION)) found.push({ at: index, name: '{expression}' });
  for (const { 1: info = '', index } of body.matchAll(FENCE)) {
    const directive = /^\{[\w:-]{1,60}\}/.exec(info.trim())?.[0];
    if (directive) found.push({ at: index, name: `\`\`\`${directive}` });
    const [language = ''] = info.trim().toLowerCase().split(/[\s{]/);
    if (DRAWN.has(language)) found.push({ at: index, name: `\`\`\`${language}` });
    for (const [pattern, name] of ATTRIBUTES) if (pattern.test(info)) found.push({ at: index, name });
  }
  return [...new Set(found.sort((one, other) => one.at - other.at).map(({ name }) => name))];
}

/** Blanks out link targets with tags that the import resolves. */
function withoutTargets(body: string, masked: string): string {
  let result = '';
  let at = 0;
  for (const { offset, length, destination } of scanLinks(body)) {
    if (!templateTarget(destination) || offset < at) continue;
    result += masked.slice(at, offset) + ' '.repeat(length);
    at = offset + length;
  }
  return result + masked.slice(at);
}
