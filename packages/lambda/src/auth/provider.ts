import type { authOperations } from '@cairn/contract/operations/auth'
import type { Implementation } from '@cairn/domain/requests/operation'
import type { EmailContext } from '@cairn/domain/requests/request-context'
import type { Implementations } from '../pipeline/operation.ts'

/**
 * The operations of an authentication provider. It owns the session from the first redirect to the logout. The service
 * knows nothing else of it but the canonical users that its `SessionReader` returns.
 *
 * A provider with a login page of its own does not offer the operations on passwords.
 */
export type AuthenticationProvider = Omit<
  Implementations<typeof authOperations, EmailContext>,
  'getAuthConfiguration' | 'getAuthSession' | 'getAuthState' | 'setPicture' | 'deletePicture'
> & { getAuthConfiguration: Implementation<'getAuthConfiguration', EmailContext> }
