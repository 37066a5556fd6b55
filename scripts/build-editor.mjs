// Builds the browser editor in one run, so there is one copy of React and of each package: the page's script and
// styles, the modules shared with plugin blocks, and the blocks of our own plugins. The build has few inputs and takes
// seconds, so it is cached in node_modules and repeated only when an input changes.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'vite';

/** Modules that plugin blocks import by name, resolved by the page's import map. */
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

/** Editor scripts of our own plugins, written like third-party ones but built together with the editor. */
const PLUGINS = { 'knowledge-base': 'src/plugins/knowledge-base/content/blocks/editor/index.tsx' };

/**
 * Dependencies of the packages that no registered block uses: codecs, a formula typesetter, patterns, widget previews,
 * collaborative editing, image cropping, stylesheets of a canvas without an iframe, settings generated from block
 * attributes. The overrides in package.json prevent the installation of some of them.
 */
const LEFT_OUT =
  /^(?:@wordpress\/(?:vips|video-conversion|latex-to-mathml|patterns|server-side-render|interactivity-router|image-cropper|dataviews)(?:\/.*)?|@arraypress\/waveform-player|yjs|postcss(?:-[a-z]+)*(?:\/.*)?)$/;

const UNEXPORTED = '@wordpress/format-library/build-style/style.css';

/** Builds the editor. @param folder output folder, replaced by the build */
export async function buildEditor(root, folder) {
  const cacheFolder = path.join(root, 'node_modules/.mortise-editor');
  const fingerprint = fingerprintOf(root);
  const stamp = path.join(cacheFolder, '.fingerprint');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) {
    const draft = `${cacheFolder}.${process.pid}`;
    await bundle(root, draft);
    writeFileSync(path.join(draft, '.fingerprint'), fingerprint);
    rmSync(cacheFolder, { recursive: true, force: true });
    renameSync(draft, cacheFolder);
  }
  rmSync(folder, { recursive: true, force: true });
  cpSync(cacheFolder, folder, { recursive: true, filter: (file) => path.basename(file) !== '.fingerprint' });
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
  // Tests also start the build, in an environment that would include React's development tools.
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
    // Some packages request older copies of others, and two copies would have separate block stores.
    resolve: {
      dedupe: ['react', 'react-dom', ...readdirSync(path.join(root, 'node_modules/@wordpress')).map(scoped)],
      // The only package that does not export its styles.
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
      // Browsers with light-dark(), which the site's stylesheets require too.
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

/**
 * File of a translation catalogue of the editor, its packages or a plugin: `texts-de.js`, `texts-packages-de.js`,
 * `texts-knowledge-base-de.js`.
 */
function catalogueFile(module) {
  const [source, file] = module.split('/editor/locales/');
  const [, plugin] = source.split('/plugins/');
  const [, packages, language] = /^(packages\/)?([\w-]+)\.json$/.exec(file ?? '') ?? [];
  return language && `texts-${plugin ? `${plugin.split('/')[0]}-` : ''}${packages ? 'packages-' : ''}${language}.js`;
}

/** File name of a module: `@wordpress/block-editor` becomes `wordpress-block-editor.js`. */
function fileOf(name) {
  return name.replace('@', '').replaceAll('/', '-');
}

function inBlocks(name) {
  return `src/blocks/${name}.ts`;
}

function scoped(name) {
  return `@wordpress/${name}`;
}

/**
 * Entries that re-export everything from a package. CommonJS packages are queried for their names, because `export *`
 * would miss them.
 */
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
    // CommonJS, so missing names fail only when used, which never happens.
    load: (id) => (id === '\0left-out' ? { code: 'module.exports = {};' } : null),
  };
}

/**
 * Keeps only UTC of the 718 kB of time zone data, because browsers have their own. The package requires at least one.
 */
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

/** Removes the package's embed services and logos, because an embed is always a link card. */
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
 * Removes the canvas's first body from outside. With React 18 the package does it with an inline script, which our CSP
 * blocks.
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

/** Replaces the packages' HTML sanitizer with ours, because theirs allows script links and frames. */
function safeHtml(root) {
  const ours = JSON.stringify(path.join(root, 'src/blocks/editor/document/canvas-html.ts'));
  let isFound = false;
  return {
    name: 'safe-html',
    enforce: 'pre',
    load(id) {
      if (!/@wordpress\/dom\/build-module\/dom\/safe-html\.mjs$/.test(id)) return null;
      isFound = true;
      return `export { canvasHtml as default } from ${ours};`;
    },
    buildEnd() {
      if (!isFound) throw new Error('The cleaning of HTML in @wordpress/dom has moved.');
    },
  };
}

/**
 * Build inputs. For other folders only the imported files are listed, because the bundler would report them too late.
 */
const SOURCES = [
  ...['package-lock.json', 'scripts/build-editor.mjs', 'src/client.ts', 'src/client', 'src/editor.ts'],
  ...['src/blocks/editor', 'src/blocks/definition', 'src/blocks/grammar', 'src/blocks/convert'],
  ...['bounded-lexer', 'callouts', 'escape', 'footnotes', 'lex-markdown'].map(inBlocks),
  inBlocks('template-tags'),
  'src/plugins/knowledge-base/content/blocks',
];

/** Grays of the packages with their dark counterparts, close to the palette of our own stylesheets. */
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
 * Adds dark mode: the packages support light colors only. They use a small set of grays, so each becomes a light-dark()
 * pair.
 */
function darkToo() {
  const pair = (grey) => {
    const short = grey.toLowerCase().replace(/^#(.)\1(.)\2(.)\3$/, '#$1$2$3');
    return GREYS[short] === undefined ? grey : `light-dark(${short}, ${GREYS[short]})`;
  };
  const inPairs = (text) => text.replace(/light-dark\([^()]*\)|#(?:[\da-f]{6}|[\da-f]{3})(?![\da-f])/gi, pair);
  return {
    name: 'dark-too',
    // Colors that scripts write into the page.
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
