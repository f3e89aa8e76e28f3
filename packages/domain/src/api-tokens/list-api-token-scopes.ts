import { apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import type { Implementation } from '../operation.ts'

export const listApiTokenScopes: Implementation<'listApiTokenScopes'> = async () => ({
  scopes: [...apiTokenScopeRegistry],
})
