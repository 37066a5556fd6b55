/**
 * Encodes the body and sets the headers that describe it, unless the caller did. Forms and form data describe
 * themselves, a Blob or File is sent unchanged under its name, and everything else is sent as JSON.
 */
export function encodeBody(body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined || body instanceof FormData || body instanceof URLSearchParams) return body;
  const describe = (name: string, value: string): void => {
    if (!headers.has(name)) headers.set(name, value);
  };
  if (body instanceof Blob) {
    describe('Content-Type', body.type || 'application/octet-stream');
    describe('Content-Disposition', dispositionOf('name' in body ? String(body.name) : 'blob'));
    return body;
  }
  describe('Content-Type', 'application/json');
  return JSON.stringify(body);
}

/** The full file name (RFC 8187), after an ASCII one for servers that do not support it (RFC 6266 appendix D). */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^ -~]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
