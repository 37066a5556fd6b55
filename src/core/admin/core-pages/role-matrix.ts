import type { AdminRequest } from '../admin-page.js';
import type { AdminRolesData } from '../template-data.js';
import type { CoreArea, CorePagesParts } from './core-pages.js';

type RoleParts = Pick<CorePagesParts, 'access' | 'users'>;

/** Registers the matrix of roles and capabilities. */
export function registerRoleMatrix(area: CoreArea, parts: RoleParts): void {
  area.page({
    path: '/roles',
    title: 'roles.title',
    capability: 'promote_users',
    icon: 'roles',
    section: 'people',
    order: 20,
    template: 'core/admin/roles',
    load: (request) => matrixOf(parts, request),
    lead: 'roles.lead',
  });
}

async function matrixOf({ access, users }: RoleParts, { strings, can, link }: AdminRequest): Promise<AdminRolesData> {
  const roles = access.roles();
  const maySeeUsers = await can('list_users');
  const roleRows: AdminRolesData['roles'] = [];
  for (const { name, label } of roles) {
    const { total } = await users.list({ role: name, perPage: 1 });
    const linked = maySeeUsers ? link('/users', { role: name }) : null;
    roleRows.push({ name, label, users: strings.text('roles.users', { count: total }), link: linked });
  }
  const groups = new Map<string, AdminRolesData['groups'][number]['capabilities']>();
  for (const { name, label, owner } of access.capabilities()) {
    const grants = roles.map(({ capabilities }) => capabilities.includes(name));
    groups.set(owner, [...(groups.get(owner) ?? []), { name, label, grants }]);
  }
  return { strings, roles: roleRows, groups: [...groups].map(([owner, capabilities]) => ({ owner, capabilities })) };
}
