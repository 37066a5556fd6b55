// Collects every error raised in the sources: code, status and message of each `new HostError`. If a function receives
// one of them as an argument, its callers are read as well. If a message is translated, the English text is used.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

const CLASSES = ['HostError', 'HookError', 'HookTimeoutError'];

/** Placeholder for values known only at runtime. */
const UNKNOWN = Symbol('unknown');

/** Thrown by `read` for a parameter of a named function: each call of it supplies a value. */
class NeedsCall extends Error {
  constructor(called) {
    super(`A call of ${called.name} is needed.`);
    this.called = called;
  }
}

/** All calls of a named function, except recursive ones, which add no values. */
function callsOf(called, { modules }) {
  if (!called.name) return [];
  return modules
    .filter((module) => module.file === called.file || module.imports.get(called.name) === called.file)
    .flatMap((module) => module.calls.filter((call) => call.name === called.name && refersTo(call, called, module)))
    .filter(({ place }) => !place.functions.includes(called));
}

/** Whether a call refers to this function, and not to another one of the same name in an inner scope. */
function refersTo({ name, place }, called, module) {
  const visible = module.functions.filter(
    (one) => one.node.name === name && one.functions.every((around) => place.functions.includes(around)),
  );
  const nearest = visible.toSorted((one, other) => other.functions.length - one.functions.length)[0];
  return nearest === undefined || nearest.node === called;
}

/**
 * Finds all raised errors.
 * @param folder source folder
 * @returns `{ file, code, statuses, sentences }` of each error. `{name}` in a sentence is a runtime value. Errors that
 *   pass on another error's code are omitted.
 * @throws Error if a code or a status cannot be read
 */
export function raisedErrors(folder) {
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .map((file) => readModule(file, readFileSync(path.join(folder, file), 'utf8')));
  const texts = readCatalogues(folder);
  return modules.flatMap((module) =>
    module.errors.flatMap((error) => {
      const raised = raisedAt(error, { modules, texts });
      if (raised.length > 0 || error.args[0].property?.name === 'code') return raised;
      throw new Error(
        `${module.file} raises an error whose code cannot be read: write the code where the error is raised.`,
      );
    }),
  );
}

/** English texts, as `[folder, texts by key]`, the innermost folder first. */
function readCatalogues(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => path.posix.join('/', file).endsWith('/locales/en.json'))
    .map((file) => [
      file.slice(0, -'locales/en.json'.length),
      JSON.parse(readFileSync(path.join(folder, file), 'utf8')),
    ])
    .toSorted(([one], [other]) => other.length - one.length);
}

/** English text of a call such as `text('key')`, from the catalogue of the file's part. */
function translated({ arguments: args }, { place, sources }) {
  const key = args[0]?.value;
  const catalogue = sources.texts.find(([folder, texts]) => place.module.file.startsWith(folder) && key in texts);
  return catalogue?.[1][key];
}

/** Indexes a file. Each node has a `place`: its file and the enclosing functions, innermost first. */
function readModule(file, text) {
  const module = { file, imports: new Map(), constants: [], calls: [], errors: [], functions: [] };
  const walk = (node, functions) => {
    const place = { module, functions, start: node.start };
    if (node.type === 'ImportDeclaration') {
      const source = path.posix.join(path.posix.dirname(file), node.source.value).replace(/\.js$/, '.ts');
      for (const { local } of node.specifiers) module.imports.set(local.name, source);
    }
    if (node.type === 'VariableDeclarator' && node.init) {
      if (isFunction(node.init)) Object.assign(node.init, { file, name: node.id.name });
      else if (node.id.type === 'Identifier') module.constants.push({ name: node.id.name, node: node.init, place });
    }
    if (node.type === 'FunctionDeclaration') Object.assign(node, { file, name: node.id.name });
    if (isFunction(node) && node.name) module.functions.push({ node, functions });
    if (node.type === 'CallExpression') module.calls.push({ name: node.callee.name, args: node.arguments, place });
    if (node.type === 'NewExpression' && CLASSES.includes(node.callee.name)) {
      module.errors.push({ args: node.arguments, place });
    }
    const within = isFunction(node) ? [node, ...functions] : functions;
    for (const key in node) {
      const value = node[key];
      if (Array.isArray(value)) for (const child of value) if (child?.type) walk(child, within);
      if (value?.type) walk(value, within);
    }
  };
  walk(parseSync(file, text, { lang: 'ts' }).program, []);
  return module;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const isFunction = ({ type }) => FUNCTIONS.has(type);

/** @param calls call of each function followed so far */
function raisedAt({ args: [code, sentence, data], place }, sources, calls = new Map()) {
  const at = { place, calls, sources };
  try {
    const codes = read(code, at);
    const statuses = data ? memberOf(data, 'status', at, [500]) : [500];
    // Passed on from another error.
    if (codes.includes(UNKNOWN)) return [];
    if (statuses.includes(UNKNOWN)) throw new Error(`${place.module.file}: the status of ${codes[0]} cannot be read.`);
    const sentences = read(sentence, at, true);
    // Equal counts mean that codes and sentences depend on the same condition.
    const isPaired = codes.length === sentences.length;
    return codes.map((one, index) => ({
      file: place.module.file,
      code: one,
      statuses,
      sentences: (isPaired ? [sentences[index]] : sentences).filter((text) => typeof text === 'string'),
    }));
  } catch (need) {
    if (!(need instanceof NeedsCall)) throw need;
    return callsOf(need.called, sources).flatMap((call) =>
      raisedAt({ args: [code, sentence, data], place }, sources, new Map(calls).set(need.called, call)),
    );
  }
}

/**
 * Evaluates an expression statically.
 * @param isProse whether unknown parts of a text become `{name}`
 * @returns all possible values, as far as the source contains them
 */
function read(node, at, isProse = false) {
  switch (node.type) {
    case 'Literal':
      return [node.value];
    case 'TemplateLiteral': {
      const parts = node.expressions.map((part) => (isProse ? [`{${nameOf(part)}}`] : read(part, at)));
      return node.quasis.reduce(
        (texts, { value }, index) =>
          texts.flatMap((text) =>
            (parts[index] ?? ['']).map((part) =>
              [text, part].includes(UNKNOWN) ? UNKNOWN : `${text}${value.cooked}${part}`,
            ),
          ),
        [''],
      );
    }
    case 'BinaryExpression':
      return read(node.left, at, isProse).flatMap((left) =>
        read(node.right, at, isProse).map((right) => `${String(left)}${String(right)}`),
      );
    case 'ConditionalExpression':
      return [...read(node.consequent, at, isProse), ...read(node.alternate, at, isProse)];
    case 'LogicalExpression':
      return [...read(node.left, at, isProse), ...read(node.right, at, isProse)];
    case 'TSAsExpression':
      return read(node.expression, at, isProse);
    case 'MemberExpression': {
      const keys = node.computed ? read(node.property, at) : [node.property.name];
      return keys.flatMap((key) => (key === UNKNOWN ? [UNKNOWN] : memberOf(node.object, key, at)));
    }
    case 'CallExpression':
      return [translated(node, at) ?? UNKNOWN];
    case 'Identifier':
      return lookUp(node.name, at, (value, where) => read(value, where, isProse));
    default:
      return [UNKNOWN];
  }
}

/** Applies `use` to each value that a name can have where it is read. */
function lookUp(name, at, use) {
  const { module, functions } = at.place;
  const constant = constantOf(name, at.place) ?? exportedConstant(name, module.imports.get(name), at.sources);
  const owner = functions.find(({ params }) => params.some((parameter) => bindingOf(parameter, name)));
  const isParameter = owner && !constant?.place.functions.includes(owner);
  if (isParameter) return readParameter(name, owner, at, use);
  return constant ? use(constant.node, { ...at, place: constant.place }) : [UNKNOWN];
}

/** Nearest constant with this name: in the innermost function, the last one before the use. */
function constantOf(name, { module, functions, start }) {
  const visible = module.constants.filter(
    (one) => one.name === name && one.place.functions.every((around) => functions.includes(around)),
  );
  const depth = Math.max(...visible.map(({ place }) => place.functions.length));
  const nearest = visible.filter(({ place }) => place.functions.length === depth);
  return nearest.findLast(({ place }) => place.start < start) ?? nearest[0];
}

function exportedConstant(name, file, { modules }) {
  return modules
    .find((module) => module.file === file)
    ?.constants.find((one) => one.name === name && one.place.functions.length === 0);
}

/** Binding of a name by a parameter: `{ key }` for a property, `{ initial }` for a default value, or null. */
function bindingOf(parameter, name) {
  if (parameter.type === 'Identifier') return parameter.name === name ? {} : null;
  if (parameter.type === 'AssignmentPattern') {
    const binding = bindingOf(parameter.left, name);
    return binding && { initial: parameter.right, ...binding };
  }
  if (parameter.type !== 'ObjectPattern') return null;
  for (const { key, value } of parameter.properties) {
    const binding = value && bindingOf(value, name);
    if (binding) return { ...binding, key: key.name };
  }
  return null;
}

function readParameter(name, owner, at, use) {
  const index = owner.params.findIndex((parameter) => bindingOf(parameter, name));
  const { key, initial } = bindingOf(owner.params[index], name);
  const call = at.calls.get(owner);
  if (!call) {
    if (callsOf(owner, at.sources).length > 0) throw new NeedsCall(owner);
    return [UNKNOWN];
  }
  const argument = call.args[index];
  const where = { ...at, place: call.place };
  const fallback = initial ? use(initial, at) : [UNKNOWN];
  if (!argument) return fallback;
  return key === undefined ? use(argument, where) : memberOf(argument, key, where, fallback, use);
}

/** @param fallback values for an object without the member */
function memberOf(node, key, at, fallback = [UNKNOWN], use = read) {
  if (node.type === 'ConditionalExpression') {
    return [node.consequent, node.alternate].flatMap((one) => memberOf(one, key, at, fallback, use));
  }
  if (node.type === 'TSAsExpression') return memberOf(node.expression, key, at, fallback, use);
  if (node.type === 'Identifier') {
    return lookUp(node.name, at, (value, where) => memberOf(value, key, where, fallback, use));
  }
  if (node.type !== 'ObjectExpression') return [UNKNOWN];
  const property = node.properties.find((one) => (one.key?.name ?? one.key?.value) === key);
  if (property) return use(property.value, at);
  const spread = node.properties.find(
    ({ type, argument }) => type === 'SpreadElement' && argument.type === 'Identifier',
  );
  return spread ? memberOf(spread.argument, key, at, fallback, use) : fallback;
}

/** Placeholder name of a part of a sentence: `{limit}`. */
function nameOf(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return node.computed ? nameOf(node.object) : node.property.name;
  if (node.type === 'CallExpression' && node.arguments[0]) return nameOf(node.arguments[0]);
  if (node.type === 'CallExpression') return nameOf(node.callee);
  return '...';
}
