const PREFIX = 'h-';

/**
 * Returns the page id for a name chosen by an author: prefixed, so that it cannot shadow a property of `document` or
 * `window` (DOM clobbering), and prefixed only once, so that sanitizing is idempotent.
 */
export function anchorId(name: string): string {
  const id = name.trim().replace(/[\s\p{Cc}]+/gu, '-');
  return id === '' || id.startsWith(PREFIX) ? id : PREFIX + id;
}

/**
 * Maps a fragment of a source document (`#problem-it-addresses`, `#%E5%9B%BE`) to the id on the rendered page
 * (`h-problem-it-addresses`). An empty fragment stays empty.
 */
export function headingAnchor(fragment: string): string {
  const name = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  return anchorId(decodeFragment(name));
}

function decodeFragment(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A lone % is valid in a fragment and represents itself.
    return name;
  }
}
