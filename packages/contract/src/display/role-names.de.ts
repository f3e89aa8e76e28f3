import type { roleNames } from './role-names.ts'

export const germanRoleNames: typeof roleNames = {
  owner: 'Inhaber',
  admin: 'Admin',
  member: 'Mitglied',
}
