// Builds the browser editor: the page's script and styles, the modules that it shares with blocks of plugins, and the
// blocks of our own plugins, all by one run, so that there is one React and one of each package. What it makes depends on
// little and takes seconds, so it is kept in node_modules and made again only when something of that has changed.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'vite';

/** Modules that blocks of plugins import by name; the page has an import map that leads there. */
const SHARED = [
  'react',
  'react-dom',
  'react/jsx-runtime',
  '@wordpress/block-editor',
  '@wordpress/blocks',
  '@wordpress/components',
  '@wordpress/compose',
  '@wordpress/data',
  '@wordpress/element',
  '@wordpress/hooks',
  '@wordpress/i18n',
  'mortise/editor',
];

/** Scripts of our own plugins, as third parties have theirs, but in the run that makes the editor. */
const PLUGINS = { 'knowledge-base': 'src/plugins/knowledge-base/editor/index.tsx' };

/**
 * What the packages ask for and nothing that we register reaches: codecs, a typesetter for formulas, patterns, previews
 * of widgets, documents that several people write at once, scissors for pictures, stylesheets of a canvas without a frame,
 * settings that are made of the attributes of a block. The overrides in package.json keep some of it from being installed
 * at all.
 */
const LEFT_OUT =
  /^(?:@wordpress\/(?:vips|video-conversion|latex-to-mathml|patterns|server-side-render|interactivity-router|image-cropper|dataviews)(?:\/.*)?|@arraypress\/waveform-player|yjs|postcss(?:-[a-z]+)*(?:\/.*)?)$/;

const UNEXPORTED = '@wordpress/format-library/build-style/style.css';

/** @param folder where the files go; made anew */
export async function buildEditor(root, folder) {
  const kept = path.join(root, 'node_modules/.mortise-editor');
  const fingerprint = fingerprintOf(root);
  const stamp = path.join(kept, '.fingerprint');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) {
    const draft = `${kept}.${process.pid}`;
    await bundle(root, draft);
    writeFileSync(path.join(draft, '.fingerprint'), fingerprint);
    rmSync(kept, { recursive: true, force: true });
    renameSync(draft, kept);
  }
  rmSync(folder, { recursive: true, force: true });
  cpSync(kept, folder, { recursive: true, filter: (file) => path.basename(file) !== '.fingerprint' });
}

async function bundle(root, folder) {
  const require = createRequire(path.join(root, 'package.json'));
  const source = path.join(root, 'src/blocks/editor');
  const input = {
    main: path.join(source, 'main.ts'),
    page: path.join(source, 'styles/page.css'),
    canvas: path.join(source, 'styles/canvas.css'),
    ...PLUGINS,
    ...Object.fromEntries(SHARED.map((name) => [fileOf(name), `shared:${name}`])),
  };
  // Tests start the build as well, in an environment that would have React's tools for development in it.
  process.env.NODE_ENV = 'production';
  await build({
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    root,
    publicDir: false,
    base: './',
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.IS_GUTENBERG_PLUGIN': 'false',
      global: 'globalThis',
    },
    // Some packages ask for older copies of others; two stores of blocks would not know of each other.
    resolve: {
      dedupe: ['react', 'react-dom', ...readdirSync(path.join(root, 'node_modules/@wordpress')).map(scoped)],
      // The one package that does not let anybody at its styles.
      alias: {
        [UNEXPORTED]: path.join(root, 'node_modules', UNEXPORTED),
        'mortise/editor': path.join(root, 'src/editor.ts'),
      },
    },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      sharedModules(require),
      leftOut(),
      withoutTimeZones(),
      withoutServices(),
      canvasWithoutScript(),
      safeHtml(root),
      darkToo(),
    ],
    build: {
      target: 'es2022',
      // Browsers that know pairs of colours, as the stylesheets of the site ask for too.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 100_000,
      cssCodeSplit: true,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 10_000,
      rolldownOptions: {
        input,
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        preserveEntrySignatures: 'allow-extension',
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: ({ facadeModuleId }) => catalogueFile(facadeModuleId ?? '') ?? 'chunk-[hash].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  });
  const importMap = Object.fromEntries(SHARED.map((name) => [name, `${fileOf(name)}.js`]));
  writeFileSync(path.join(folder, 'import-map.json'), JSON.stringify(importMap));
}

/** A catalogue of the editor, of its packages or of a plugin: `texts-de.js`, `texts-packages-de.js`, `texts-knowledge-base-de.js`. */
function catalogueFile(module) {
  const [, plugin, packages, language] =
    /(?:plugins\/([\w-]+)|blocks)\/editor\/strings\/(packages\/)?(\w+)\.ts$/.exec(module) ?? [];
  return language && `texts-${plugin ? `${plugin}-` : ''}${packages ? 'packages-' : ''}${language}.js`;
}

/** `@wordpress/block-editor` is the file `wordpress-block-editor.js`. */
function fileOf(name) {
  return name.replace('@', '').replaceAll('/', '-');
}

function inBlocks(name) {
  return `src/blocks/${name}.ts`;
}

function scoped(name) {
  return `@wordpress/${name}`;
}

/** Entries that hand on all that a package exports. Those in CommonJS are asked for their names, which no `*` would find. */
function sharedModules(require) {
  return {
    name: 'shared-modules',
    resolveId: (id) => (id.startsWith('shared:') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0shared:')) return null;
      const name = id.slice('\0shared:'.length);
      if (/^@|^mortise/.test(name)) return `export * from '${name}';`;
      const names = Object.keys(require(name)).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key));
      return `import all from '${name}'; export default all; export const { ${names.join(', ')} } = all;`;
    },
  };
}

function leftOut() {
  return {
    name: 'left-out',
    enforce: 'pre',
    resolveId: (id) => (LEFT_OUT.test(id) ? '\0left-out' : null),
    // In CommonJS, so that no name is missed before it is used, which it never is.
    load: (id) => (id === '\0left-out' ? { code: 'module.exports = {};' } : null),
  };
}

/** Browsers know the time zones themselves; of 718 kB of them UTC is left, which the package wants to be there. */
function withoutTimeZones() {
  return {
    name: 'without-time-zones',
    enforce: 'pre',
    load: (id) =>
      /moment-timezone\/data\/packed\/latest\.json$/.test(id)
        ? { code: 'export default { version: "none", zones: ["UTC|UTC|0|0|"], links: [] };', moduleType: 'js' }
        : null,
  };
}

/** An embed is a link card, whoever is linked to: the services that the package knows, with their marks, are not offered. */
function withoutServices() {
  return {
    name: 'without-services',
    enforce: 'pre',
    load: (id) =>
      /block-library\/build-module\/embed\/variations\.mjs$/.test(id)
        ? { code: 'export default [];', moduleType: 'js' }
        : null,
  };
}

/**
 * With React 18 the canvas removes its first body by a script in its document, which our policy does not allow. The same
 * is done from outside once the document is there.
 */
function canvasWithoutScript() {
  const script = '"<body><script>document.currentScript.parentElement.remove()</script></body>"';
  const loaded = 'documentElement.classList.add("block-editor-iframe__html");';
  return {
    name: 'canvas-without-script',
    transform(code, id) {
      if (!/block-editor\/build-module\/components\/iframe\/index\.mjs$/.test(id)) return null;
      if (!code.includes(script) || !code.includes(loaded))
        throw new Error('The canvas of the block editor has changed.');
      return code.replace(script, '""').replace(loaded, `contentDocument.body?.remove(); ${loaded}`);
    },
  };
}

/** What the packages show as HTML is cleaned by ours: theirs lets links with scripts and frames through. */
function safeHtml(root) {
  const ours = JSON.stringify(path.join(root, 'src/blocks/editor/document/shown-html.ts'));
  let isFound = false;
  return {
    name: 'safe-html',
    enforce: 'pre',
    load(id) {
      if (!/@wordpress\/dom\/build-module\/dom\/safe-html\.mjs$/.test(id)) return null;
      isFound = true;
      return `export { shownHtml as default } from ${ours};`;
    },
    buildEnd() {
      if (!isFound) throw new Error('The cleaning of HTML in @wordpress/dom has moved.');
    },
  };
}

/** What the editor is made of; of other folders no more than it imports, which the bundler would say too late. */
const SOURCES = [
  ...['package-lock.json', 'scripts/build-editor.mjs', 'src/client.ts', 'src/client', 'src/editor.ts'],
  ...['src/blocks/editor', 'src/blocks/definition', 'src/blocks/grammar', 'src/blocks/convert'],
  ...['attribute-lists', 'bounded-lexer', 'callouts', 'code-fences', 'escape', 'footnotes', 'lex-markdown'].map(
    inBlocks,
  ),
  inBlocks('template-tags'),
  ...['src/plugins/knowledge-base/editor', 'src/plugins/knowledge-base/blocks'],
];

/** Greys of the packages, each with what stands for it where it is dark: near to the palette of our own stylesheets. */
const GREYS = {
  '#fff': '#201d1a',
  '#fafafa': '#26221e',
  '#f0f0f0': '#2d2823',
  '#eee': '#2d2823',
  '#e0e0e0': '#443d36',
  '#ddd': '#443d36',
  '#ccc': '#5a5047',
  '#bbb': '#6b6055',
  '#949494': '#9a8f82',
  '#8d8d8d': '#9a8f82',
  '#757575': '#b0a597',
  '#707070': '#b0a597',
  '#606060': '#b8ada0',
  '#555': '#c4bab0',
  '#313131': '#d8d0c6',
  '#2f2f2f': '#d8d0c6',
  '#2c2c2c': '#d8d0c6',
  '#1e1e1e': '#ebe5dc',
  '#000': '#f5efe6',
  '#cc1818': '#f2a09d',
};

/**
 * The packages know light colours alone. Their greys are few and always the same ones, so each becomes a pair: whatever is
 * dark on light there is light on dark in a dark scheme.
 */
function darkToo() {
  const pair = (grey) => {
    const short = grey.toLowerCase().replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
    return GREYS[short] === undefined ? grey : `light-dark(${short}, ${GREYS[short]})`;
  };
  const inPairs = (text) => text.replace(/light-dark\([^()]*\)|#(?:[\da-f]{6}|[\da-f]{3})(?![\da-f])/gi, pair);
  return {
    name: 'dark-too',
    // What some of them write into the page by script.
    transform: (code, id) =>
      /@wordpress\/components\/build-module\/utils\/colors-values\.mjs$/.test(id) ? inPairs(code) : null,
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = inPairs(String(asset.source));
      }
    },
  };
}

function fingerprintOf(root) {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((input) => filesOf(root, input))) {
    hash.update(`\n${file}\n`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

function filesOf(root, input) {
  if (path.extname(input) !== '') return [input];
  return readdirSync(path.join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
