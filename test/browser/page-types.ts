/** One URL of every page type, for a site with the demo content and the field guide. */
export const PUBLIC_PAGES: Readonly<Record<string, string>> = {
  home: '/kb',
  'category of categories': '/kb/docs',
  'category of articles': '/kb/field-guide?page=2',
  article: '/kb/field-guide/bird-20',
  'article of the demonstration': '/kb/docs/getting-started/embed',
  'search without a query': '/kb/search',
  'search with results': '/kb/search?q=bird&page=2',
  'search without results': '/kb/search?q=xylophonist',
  'search with a wrong query': '/kb/search?q=x',
  'category to be printed': '/kb/docs/getting-started/print',
  'page that does not exist': '/kb/field-guide/birt-20',
  'link of a digest that is not whole': '/kb/-/digest?key=x',
  login: '/admin/login',
};

/** Pages that require a login. */
export const PRIVATE_PAGES: Readonly<Record<string, string>> = {
  administration: '/admin',
  'administration, no such page': '/admin/nowhere',
  logout: '/admin/logout',
  'list of users': '/admin/users?search=admin&orderby=name&order=desc',
  'list of users without a match': '/admin/users?search=xylophonist',
  'form for a new user': '/admin/users/add',
  'question before users are deleted': '/admin/users/delete?ids=1',
  'roles and capabilities': '/admin/roles',
  'list of routes': '/admin/routes',
  'hook inspector': '/admin/hooks?use=used',
  'one hook': '/admin/hooks/one?kind=filter&name=template_locations',
  'mails that somebody gets': '/admin/profile/kb-digest',
  'list of webhooks': '/admin/webhooks',
  'form for a webhook': '/admin/webhooks/add',
  'announced actions': '/admin/webhooks/actions',
  'list of jobs': '/admin/jobs?status=failed',
  'health checks': '/admin/doctor',
  'system report': '/admin/system',
};
