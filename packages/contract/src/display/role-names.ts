import type { OrganizationRole } from '../schemas/people/organizations.ts'

export const roleNames: Record<OrganizationRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
}
