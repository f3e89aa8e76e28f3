import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { texts } from './texts.ts'

/** `owner`, `admin`, or `member`, in the language of the app. */
export function roleName(role: OrganizationRole): string {
  return texts.roles[role]
}
