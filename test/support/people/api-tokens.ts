import { type Client, createClient } from '@cairn/contract/http/client'
import type { OperationRequest } from '@cairn/contract/registry/operation'
import type { operations } from '@cairn/contract/registry/registry'
import { type ApiTokenScope, apiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { beginRemoval } from '@cairn/domain/organizations/removal/removal-record'
import { leaveOrganization, readKnownUser } from '@cairn/domain/organizations/session/user-organizations'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { transact } from '@cairn/domain/storage/database/transaction'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import type { TestService } from '../service/service.ts'

export type Integration = { id: string; secret: string }

export const allScopes: readonly ApiTokenScope[] = apiTokenScope().options

type CreateApiToken = OperationRequest<typeof operations.createApiToken>['body']

/** Creates a token for the person's active organization, by default with all scopes. */
export async function createToken(
  { api }: { api: Client },
  scopes: readonly ApiTokenScope[] = allScopes,
  overrides: Partial<CreateApiToken> = {},
): Promise<Integration> {
  const { token, secret } = await api.createApiToken({
    body: { name: scopes.join(' ').slice(0, 100), scopes: [...scopes], ...overrides },
  })
  return { id: token.id, secret }
}

export function bearer(secret: string): { authorization: string } {
  return { authorization: `Bearer ${secret}` }
}

/** Calls the service as a program does: with a token, without cookie and Origin. */
export function programWith({ origin }: { origin: string }, { secret }: Pick<Integration, 'secret'>): Client {
  return createClient({ baseUrl: origin, headers: bearer(secret) })
}

/** The secret with one character of its random part changed. */
export function mistyped(secret: string): string {
  const position = secret.length - 20
  return `${secret.slice(0, position)}${secret[position] === 'A' ? 'B' : 'A'}${secret.slice(position + 1)}`
}

/** Ends a membership by itself, without what follows and whatever the role, for tests of what the service makes of that. */
export async function removeMember(
  { table: { database } }: Pick<TestService, 'table'>,
  userId: string,
  organizationId: string,
): Promise<void> {
  const userKey = keyOf(userId)
  const user = await readKnownUser(database, userKey)
  const createdAt = new Date().toISOString()
  const failed = await transact(database, {
    membership: { Delete: membershipEntity.remove({ userKey, organizationId }) },
    user: leaveOrganization(user, organizationId),
    removal: beginRemoval(organizationId, { userId, removedByUserId: userId, createdAt }),
  })
  if (failed.length > 0) throw new Error(`${userId} is not a member of ${organizationId}`)
}
