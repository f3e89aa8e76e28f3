import type { Implementation } from '../../requests/operation.ts'
import { currentOrganizationContext } from './current-organization-context.ts'

export const getOrganizationContext: Implementation<'getOrganizationContext'> = currentOrganizationContext
