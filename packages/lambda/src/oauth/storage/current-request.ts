import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import type { OAuthRecord } from '@cairn/domain/storage/table/entities/oauth/oauth-record'
import type { TransactionItem } from '@cairn/domain/storage/table/entity'
import type { Adapter } from 'oidc-provider'

/** The request that the library works on. */
export type CurrentRequest = {
  /** Its database has the request's deadline. */
  context: RequestContext
  /** By a name of what each is about, so that a later one of the same record replaces an earlier one. */
  writes: Map<string, TransactionItem>
  /** The registered program that sends the request. */
  client?: OAuthRecord
  /** The device code that the program asks with. */
  device?: OAuthRecord
  /** The grant that begins with the tokens of this request. */
  begins?: string
  /** A refresh token or device code that was used a moment ago, and may be used again. */
  repeated?: OAuthRecord
  failure?: unknown
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>()

export function current(): CurrentRequest {
  const request = currentRequest.getStore()
  if (!request) throw new Error('The authorization server works only within a request.')
  return request
}

/** The adapter of what is not kept. */
export const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  // A grant that has ended ends its codes and tokens: each use reads it.
  revokeByGrantId: async () => undefined,
}
