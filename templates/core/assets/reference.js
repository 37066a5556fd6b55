/* Puts RapiDoc in the place of the list of routes, in the colours of the page, and lends it the visitor's nonce. */
const section = document.querySelector('.m-reference');
const list = section?.querySelector('.m-reference-list');
if (section && list && customElements.get('rapi-doc')) showReference(section, list);

function showReference(section, list) {
  const reference = document.createElement('rapi-doc');
  const style = getComputedStyle(section);
  // The address that the visitor came by, which may not be the one that the document names.
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

/** RapiDoc's own indents waste a phone's width, and its notes on credentials would lie across the page's header. */
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

/** The theme by the text's brightness: right also in a site's own frame, whatever the system prefers. */
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

/** Red, green and blue of a computed colour; null for a transparent one. */
function channelsOf(color) {
  const [red, green, blue, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return blue === undefined || alpha === 0 ? null : [red, green, blue];
}

function hexOf(channels) {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** A session counts only with a nonce. RapiDoc does not wait for one, so it is fetched beforehand. */
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
  // Else it would say at every route that credentials are missing.
  reference.setApiKey('nonce', nonce);
}
