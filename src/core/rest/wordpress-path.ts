import type { Argument, Arguments } from './route.js';

const GROUP = '(?P<';

/**
 * Converts paths in WordPress syntax to templates. `/recipes/(?P<id>[\d]+)` becomes `/recipes/{id}` with the expression
 * as the pattern of `id`. An undeclared argument becomes a required string; an integer needs no pattern, because it
 * matches digits anyway. Other paths are returned unchanged.
 */
export function readWordPressPath(path: string, args: Arguments): { readonly path: string; readonly args: Arguments } {
  if (!path.includes(GROUP)) return { path, args };
  const described: Record<string, Argument> = { ...args };
  let template = '';
  let rest = path;
  for (let start = rest.indexOf(GROUP); start !== -1; start = rest.indexOf(GROUP)) {
    const end = endOfGroup(rest, start);
    const [, name = '', pattern = ''] = /^\(\?P<(\w*)>(.*)\)$/s.exec(rest.slice(start, end)) ?? [];
    const argument: Argument = described[name] ?? { type: 'string', required: true };
    described[name] = argument.type === 'integer' || argument.pattern ? argument : { ...argument, pattern };
    template += `${rest.slice(0, start)}{${name}}`;
    rest = rest.slice(end);
  }
  return { path: template + rest, args: described };
}

/** Returns the index after the closing parenthesis of the group; brackets and escapes hide parentheses. */
function endOfGroup(text: string, start: number): number {
  let depth = 0;
  let inClass = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
}
