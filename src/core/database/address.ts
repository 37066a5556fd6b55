/** A database's address for people to read. */
export function withoutPassword(address: string): string {
  return address
    .replace(/^([a-z]+:\/\/[^:@/]*):[^@]*@/i, '$1:…@')
    .replace(/([?&](?:password|secret|key)[^=&]*=)[^&]*/gi, '$1…');
}
