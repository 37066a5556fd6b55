/** Creates a WordPress export with the given items and the XML before them. */
export function wxr(items: string, { before = '', language = 'en-US' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0"
  xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old site</title><link>https://old.example</link><language>${language}</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
${before}${items}
</channel>
</rss>
`;
}

/** Creates an item. `more` is inserted as raw XML. */
export function item(fields: Record<string, string>, more = ''): string {
  const all = { 'wp:post_type': 'post', 'wp:status': 'publish', ...fields };
  return `<item>${Object.entries(all)
    .map(([name, value]) => `<${name}><![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]></${name}>`)
    .join('')}${more}</item>\n`;
}
