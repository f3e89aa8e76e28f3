/**
 * Runs a request with its caller's access. The second request of a caller saves a round trip: the operation starts with
 * the remembered caller while the credential is verified.
 *
 *   remembered ─▶ presumed access ─▶ the operation reads ── awaits its role ──┬─ same caller ──▶ continues
 *   credential and membership, read consistently ─▶ verified access ──────────┼─ another ──▶ runs again, verified
 *                                                                             └─ invalid ──▶ refused
 *
 * Every operation awaits its role before it returns or writes anything, and a presumed role is the verified one. So what
 * is thrown away has only read. No response, not even an error, is returned before the credential is verified, with one
 * exception: a credential that was verified and refused for too many requests in the current window is refused again.
 *
 * The request is counted while the credential is verified (`callers/limit-caller.ts`). So if it is one too many, an
 * operation that has started early is thrown away like that of a wrong caller. Its organization counts it with the role: so one
 * too many for the organization fails where it awaits its role.
 */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { Operation } from '@cairn/contract/registry/operation'
import { type Access, type Caller, callerOf, type SessionAccess } from '@cairn/domain/requests/access'
import { clientNetwork } from '@cairn/domain/requests/rate-limits/client-network'
import { keyOf } from '@cairn/domain/storage/database/keys'
import type { CallerMemory } from '../auth/caller-memory.ts'
import type { SessionReader } from '../auth/session-reader.ts'
import type { Runtime } from '../configuration/runtime.ts'
import { refuseAgain } from './callers/limit-caller.ts'
import { type ClaimedAccess, resolveAccess, type VerifiedAccess } from './checks/resolve-access.ts'
import { contextOf } from './context.ts'
import type { HttpResponse, OperationEvent } from './event.ts'
import type { RequestHandler } from './request-pipeline.ts'

/** @param next  The rest of the pipeline, which reads `event.access`. It may run twice. */
export function withAccess(
  operation: Operation,
  runtime: Runtime,
  sessions: SessionReader,
  next: RequestHandler,
): RequestHandler {
  const { callers, turns } = runtime
  if (operation.credential === 'none') {
    return (event) => turns.run(turnOf(runtime, event, undefined), () => next(event))
  }
  const resolve = resolveAccess(operation, runtime, sessions)
  const run: RequestHandler = async (event) => {
    const claim = await resolve(event)
    refuseAgain(runtime, operation, event, claim)
    const known = callers.recall(claim.key)
    return turns.run(turnOf(runtime, event, known), () => runVerified(claim, known, event))
  }
  return operation.credential === 'session_or_none' ? orForNobody(run, next) : run

  async function runVerified(
    claim: ClaimedAccess,
    known: Caller | undefined,
    event: OperationEvent,
  ): Promise<HttpResponse> {
    const verified = verify(callers, claim)
    const remembered = operation.credential === 'session_or_token' ? known : undefined
    const presumed = remembered && { ...remembered, ...(claim.named && { organizationId: claim.named }) }
    // With a copy of the event, so that a second run finds the request as it arrived.
    const early = presumed && startEarly(claim, verified, presumed, (access) => next({ ...event, access }))

    const { access } = await verified
    event.access = access
    if (!early || isSession(access)) return next(event)
    if (isSameCaller(access, presumed)) return early
    event.access = { ...access, role: inAnotherTurn(access.role) }
    return next(event)
  }
}

/**
 * Returns the queue in which a request waits while the process is busy: the user's, if the process remembers the credential; otherwise
 * the client address's, so that made-up credentials do not count as many callers.
 */
function turnOf(runtime: Runtime, event: OperationEvent, known: Caller | undefined): string {
  if (known) return `user ${known.userId}`
  const { address } = contextOf(runtime, event).rateLimitSubject
  return address === undefined ? 'unknown' : `address ${clientNetwork(address)}`
}

/**
 * Returns a role that is pending when an operation starts, even if it has been read already: an operation reports what
 * is wrong with its input before what is wrong with the role.
 */
function inAnotherTurn(role: Access['role']): Access['role'] {
  const later = setImmediate().then(() => role)
  later.catch(() => undefined)
  return later
}

/** Remembers the caller if the credential is valid; otherwise forgets it. */
async function verify(callers: CallerMemory, claim: ClaimedAccess): Promise<VerifiedAccess> {
  const { key } = claim
  try {
    const result = await claim.verify()
    callers.remember(key, result.caller)
    return result
  } catch (error) {
    callers.forget(key)
    throw error
  }
}

/** Runs an operation with a caller who is not verified yet. It fails where it awaits the role of a wrong one. */
function startEarly<T>(
  { readMembership }: ClaimedAccess,
  verified: Promise<VerifiedAccess>,
  presumed: Caller,
  run: (access: Access) => Promise<T>,
): Promise<T> {
  const role = verified.then(({ access }) => {
    if (!isSession(access) && isSameCaller(access, presumed)) return access.role
    throw new Error('This caller was remembered wrongly.')
  })
  const running = (async () => {
    void readMembership({ userKey: keyOf(presumed.userId), organizationId: presumed.organizationId })
    return run({ ...presumed, role })
  })()
  // The caller is verified first, and nobody awaits the run of a wrong one.
  role.catch(() => undefined)
  running.catch(() => undefined)
  return running
}

function isSameCaller(access: Access, presumed: Caller | undefined): boolean {
  return isDeepStrictEqual(callerOf(access), presumed)
}

/** Runs the operation without access for whoever would be refused as `unauthorized`. */
function orForNobody(run: RequestHandler, next: RequestHandler): RequestHandler {
  return async (event) => {
    try {
      return await run(event)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unauthorized') throw error
      event.access = undefined
      return next(event)
    }
  }
}

/** Whether it is the access of an operation that takes no API tokens. No such operation starts early. */
function isSession(access: SessionAccess | Access): access is SessionAccess {
  return 'user' in access
}
