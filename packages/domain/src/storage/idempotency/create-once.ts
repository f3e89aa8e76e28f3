import { ServiceError } from '@cairn/contract/errors/errors'
import type { Access, SessionAccess } from '../../requests/access.ts'
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import { keyOf } from '../database/keys.ts'
import { readRecord } from '../database/read-record.ts'
import { type CreationKeyRecord, creationKeyEntity } from '../table/entities/creation-key.ts'
import { partitionKeyOf, type TransactionItem } from '../table/entity.ts'
import { shortDigest, shortHash } from '../table/short-id.ts'

/** The caller and the thing that it creates. */
export type CreationRequest<R extends object = object> = {
  operation: string
  /** The credential, and the organization unless the operation creates one. */
  caller: readonly (string | undefined)[]
  body: unknown
  /** Rejects if the caller may not create it. A repeated request needs the same authority as the first. */
  authority: Promise<unknown>
  /** Whether what was created still exists, strongly consistent. Asked for a key that was derived. Default: it does. */
  exists?: (createdId: string) => Promise<boolean>
  /** Completes a stored response with texts of the body, which is the same in a repeated request. Default: nothing is missing. */
  complete?: (stored: R) => R | Promise<R>
}

/** How a creating operation takes part in `createOnce`. */
export type Creation = {
  /**
   * Settles if the key is unused. Awaited before each attempt to write, in parallel with the operation's own reads.
   * @throws what `createOnce` turns into the first response.
   */
  requireUnused(): Promise<void>
  /**
   * The write that uses the key, for the transaction that creates; undefined without a key. If its condition fails, another
   * request has just used the key: the operation starts again (`lostRace`).
   *
   * @param response  The response to repeat, without texts that `complete` adds; undefined if it has a secret.
   */
  use(createdId: string, response?: object): TransactionItem | undefined
}

const lifetimeDays = 1

/**
 * Runs a creating operation at most once per `Idempotency-Key`. A repeated request gets the first response. Many at once
 * create one thing: the key is written in the same transaction.
 * @throws `idempotency_conflict` if the key was used with another body, and `idempotency_secret_gone` if the first response
 *   had a secret.
 */
export async function createOnce<R extends object>(
  context: Context,
  request: CreationRequest<R>,
  create: (creation: Creation) => Promise<R>,
): Promise<R> {
  const { database, now, idempotencyKey, isKeyDerived } = context
  if (idempotencyKey === undefined) {
    return create({ requireUnused: async () => undefined, use: () => undefined })
  }
  const key = {
    callerKey: callerKeyOf(request.caller),
    keyHash: shortDigest(keyOf(JSON.stringify([request.operation, idempotencyKey]))),
  }
  const fingerprint = shortDigest(keyOf(JSON.stringify(request.body)))
  const expiresAt = daysAfter(now, lifetimeDays)
  /** The thing that an earlier request with this key created, and somebody has deleted. */
  let goneId: string | undefined
  try {
    return await create({
      async requireUnused() {
        const used = await readRecord(database, creationKeyEntity, key)
        // Compared with the clock, because the table deletes records late.
        if (!used || used.expiresAt <= timestampOf(now)) return
        if (isKeyDerived && request.exists && !(await request.exists(used.createdId))) goneId = used.createdId
        else throw new UsedKey(used)
      },
      use: (createdId, response) => ({
        Put: creationKeyEntity
          .put({
            ...key,
            fingerprint,
            createdId,
            ...(response && { response: JSON.stringify(response) }),
            expiresAt: timestampOf(expiresAt),
            ttl: timeToLiveOf(expiresAt),
          })
          .where((stored, { notExists, lte, eq }) =>
            [
              notExists(stored.expiresAt),
              lte(stored.expiresAt, timestampOf(now)),
              ...(goneId === undefined ? [] : [eq(stored.createdId, goneId)]),
            ].join(' OR '),
          ),
      }),
    })
  } catch (error) {
    if (!(error instanceof UsedKey)) throw error
    await request.authority
    const response = firstResponse<R>(error.used, fingerprint)
    context.noteReplay?.()
    return request.complete ? request.complete(response) : response
  }
}

const callerKeyOf = (caller: CreationRequest['caller']) => shortHash(JSON.stringify(caller))

/** The partition of the keys that a caller has used. */
export function creationKeysOf(caller: CreationRequest['caller']): string {
  return partitionKeyOf(creationKeyEntity, 'record', { callerKey: callerKeyOf(caller) })
}

/** Leaves the operation when its key was used. */
class UsedKey extends Error {
  readonly used: CreationKeyRecord

  constructor(used: CreationKeyRecord) {
    super('The idempotency key was used.')
    this.used = used
  }
}

function firstResponse<R>(used: CreationKeyRecord, fingerprint: string): R {
  if (used.fingerprint !== fingerprint) {
    throw new ServiceError(
      'idempotency_conflict',
      'This idempotency key was already used with a different body.',
    )
  }
  if (used.response !== undefined) return JSON.parse(used.response) as R
  throw new ServiceError(
    'idempotency_secret_gone',
    'The first request with this key succeeded. Its response had a secret, which is shown only once.',
    { addition: { id: used.createdId } },
  )
}

/** A caller with an `Access`, for a creation in its organization. */
export function creatorOf({ authentication, organizationId }: Access): CreationRequest['caller'] {
  return [authentication.kind, authentication.subjectId, organizationId]
}

/** A caller with a session. Without an organization for an operation that creates one. */
export function sessionCreatorOf(
  { user }: SessionAccess,
  organizationId?: string,
): CreationRequest['caller'] {
  return ['session', user.id, organizationId]
}
