const PREFIX = 'h-';

/**
 * The id that a name chosen by an author gets on the page: prefixed, so that it can never shadow a property of
 * `document` or `window` (DOM clobbering), and never prefixed twice, so that sanitising is idempotent.
 */
export function anchorId(name: string): string {
  const id = name.trim().replace(/[\s\p{Cc}]+/gu, '-');
  return id === '' || id.startsWith(PREFIX) ? id : PREFIX + id;
}

/**
 * Maps a fragment as a source document writes it (`#problem-it-addresses`, `#%E5%9B%BE`) to the id that the
 * rendered page carries (`h-problem-it-addresses`). An empty fragment stays empty.
 */
export function headingAnchor(fragment: string): string {
  const name = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  return anchorId(decodeFragment(name));
}

function decodeFragment(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone % is legal text in a fragment and then stands for itself.
    return name;
  }
}
