/* Replaces the list of routes with RapiDoc in the page's colors, and adds the visitor's nonce to its requests. */
const section = document.querySelector('.m-reference');
const list = section?.querySelector('.m-reference-list');
if (section && list && customElements.get('rapi-doc')) showReference(section, list);

function showReference(section, list) {
  const reference = document.createElement('rapi-doc');
  const style = getComputedStyle(section);
  // The URL that the visitor uses, which may differ from the server in the document.
  const root = new URL(section.dataset.root, location.href).href;
  const settings = {
    'spec-url': section.dataset.document,
    'server-url': root,
    'default-api-server': root,
    'render-style': 'view',
    'schema-style': 'table',
    'show-header': 'false',
    'show-info': 'false',
    'allow-server-selection': 'false',
    'allow-authentication': 'false',
    'load-fonts': 'false',
    'regular-font': style.fontFamily,
    'mono-font': style.getPropertyValue('--m-code-font') || 'monospace',
    'font-size': 'large',
    'fetch-credentials': 'same-origin',
    'page-direction': style.direction,
  };
  for (const [name, value] of Object.entries(settings)) reference.setAttribute(name, value);
  paint(reference, section);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(reference, section));
  lendNonce(reference, section.dataset.nonce);
  reference.addEventListener('spec-loaded', () => {
    list.hidden = true;
  });
  section.append(reference);
  reference.shadowRoot.adoptedStyleSheets.push(createStyles());
}

/** Removes RapiDoc's indents, which are too wide for phones, and keeps its credential notes out of the page header. */
function createStyles() {
  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    .main-content-inner--view-mode, .section-gap { padding: 0 }
    .endpoint-head .method { width: auto; min-width: 4.5em }
    .endpoint-body { position: relative }
    @container (max-width: 767px) { .summary > [style^="position:absolute"] { display: none } }
  `);
  return styles;
}

/** Derives the theme from the text color, because a site's own layout may ignore the system's color scheme. */
function paint(reference, section) {
  const text = channelsOf(getComputedStyle(section).color);
  const isDark = text !== null && Math.max(...text) > 127;
  const colors = {
    'text-color': text,
    'bg-color': channelsOf(getComputedStyle(document.body).backgroundColor),
    'primary-color': channelsOf(getComputedStyle(section.querySelector('a')).color),
  };
  reference.setAttribute('theme', isDark ? 'dark' : 'light');
  for (const [name, channels] of Object.entries(colors)) {
    if (channels) reference.setAttribute(name, hexOf(channels));
  }
}

/** Returns red, green and blue of a computed color, or null if it is transparent. */
function channelsOf(color) {
  const [red, green, blue, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return blue === undefined || alpha === 0 ? null : [red, green, blue];
}

function hexOf(channels) {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Sends the nonce that a session requires. RapiDoc does not await a hook, so the nonce is fetched in advance. */
async function lendNonce(reference, address) {
  if (address === undefined) return;
  let nonce = '';
  const loaded = new Promise((resolve) => reference.addEventListener('spec-loaded', resolve, { once: true }));
  reference.addEventListener('before-try', ({ detail: { request } }) => {
    const headers = new Headers(request.headers);
    if (nonce !== '' && !headers.has('Authorization')) headers.set('X-CMS-Nonce', nonce);
    request.headers = headers;
  });
  reference.addEventListener('after-try', ({ detail: { response } }) => {
    nonce = response?.headers.get('X-CMS-Nonce') ?? nonce;
  });
  const answer = await fetch(address);
  if (!answer.ok) return;
  nonce = await answer.text();
  await loaded;
  // Otherwise, RapiDoc reports missing credentials at every route.
  reference.setApiKey('nonce', nonce);
}
