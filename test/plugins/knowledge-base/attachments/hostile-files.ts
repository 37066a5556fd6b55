/** File that would run a script if a browser displayed it as the type it claims to be. */
export interface HostileFile {
  /** File name on upload. */
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
  /** Expected MIME type. */
  readonly type: string;
  /** Expected name of the stored file. */
  readonly saved: string;
}

const SVG = 'http://www.w3.org/2000/svg';

function hostile(name: string, content: string | Buffer, type: string, saved = name): HostileFile {
  return { name, content: new Uint8Array(Buffer.from(content as string)), type, saved };
}

/** Scripts call `alert`, which opens a dialog, or request `/ran`, a URL that nothing else requests. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  hostile('script.svg', `<svg xmlns="${SVG}"><script>alert(1);fetch('/ran')</script></svg>`, 'image/svg+xml'),
  hostile('handler.svg', `<svg xmlns="${SVG}" onload="alert(1);fetch('/ran')"><text>a</text></svg>`, 'image/svg+xml'),
  hostile(
    'link.svg',
    `<svg xmlns="${SVG}"><a href="javascript:alert(1)"><text y="20">go</text></a></svg>`,
    'image/svg+xml',
  ),
  hostile(
    'inside.svg',
    `<svg xmlns="${SVG}"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject></svg>`,
    'image/svg+xml',
  ),
  hostile(
    'declared.svg',
    `\ufeff<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "b">]>\n<s:svg xmlns:s="${SVG}"><s:script>alert(1)</s:script></s:svg>`,
    'image/svg+xml',
  ),
  hostile(
    'page.html',
    `<!doctype html><script>alert(1);fetch('/ran')</script><img src=x onerror=alert(1)>`,
    'text/html',
  ),
  hostile('page.htm', '  \n<ScRiPt >alert(1)</sCrIpT>', 'text/html'),
  hostile('wide.html', Buffer.from('\ufeff<html><script>alert(1)</script>', 'utf16le'), 'text/html'),
  // Misleading names.
  hostile('photo.png', `<svg xmlns="${SVG}" onload="alert(1)"/>`, 'image/svg+xml', 'photo.svg'),
  hostile('manual.pdf', '<html><script>alert(1)</script>', 'text/html', 'manual.html'),
  // Polyglots: a browser that sniffs the type would detect the other one.
  hostile('both.html', `<!-- %PDF-1.7 --><script>alert(1)</script>`, 'text/html'),
  hostile('script.js', `/*<svg xmlns="${SVG}" onload="alert(1)">*/alert(1)`, 'image/svg+xml', 'script.js.svg'),
];

/** Hostile files that cannot be distinguished from plain text. They are sent and displayed as text. */
export const HOSTILE_TEXTS: readonly HostileFile[] = [
  hostile('late.html', `${' '.repeat(5000)}<script>alert(1)</script>`, 'text/plain', 'late.txt'),
  hostile(
    'page.xhtml',
    `<?xml version="1.0"?><x:a xmlns:x="http://www.w3.org/1999/xhtml"><x:script>alert(1)</x:script></x:a>`,
    'text/plain',
  ),
];
