/** Returns the header of HTTP Basic (RFC 7617). */
export function basic(name: string, password: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}
