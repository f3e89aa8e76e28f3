import type { Implementation } from '../operation.ts'
import { ensureActiveMembership } from './ensure-active-membership.ts'
import { organizationContext } from './organization-context.ts'

export const getOrganizationContext: Implementation<'getOrganizationContext'> = async (context, access) =>
  organizationContext(context, await ensureActiveMembership(context, access))
