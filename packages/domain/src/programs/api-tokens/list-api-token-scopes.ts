import { apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import type { Implementation } from '../../requests/operation.ts'

export const listApiTokenScopes: Implementation<'listApiTokenScopes'> = async () => ({
  scopes: [...apiTokenScopeRegistry],
})
