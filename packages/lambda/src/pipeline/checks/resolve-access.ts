import { ServiceError } from '@cairn/contract/errors/errors'
import { mcpEndpoints } from '@cairn/contract/http/endpoints'
import { organizationIdHeader, organizationIdValue } from '@cairn/contract/http/headers/organization-header'
import { lazy } from '@cairn/contract/registry/lazy'
import type { Operation } from '@cairn/contract/registry/operation'
import {
  createMembershipReader,
  type ReadMembership,
} from '@cairn/domain/organizations/context/membership-reader'
import { loadSessionAccess } from '@cairn/domain/organizations/session/session-access'
import { authenticateApiToken } from '@cairn/domain/programs/api-tokens/authenticate-api-token'
import { authenticateOAuthToken } from '@cairn/domain/programs/oauth/authenticate-oauth-token'
import {
  type Access,
  accessOfSession,
  type Caller,
  type ConfirmedSession,
  callerOf,
  callerOfSession,
  type SessionAccess,
} from '@cairn/domain/requests/access'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { type Credential, credentialOf } from '../../auth/credentials/credential.ts'
import type { SessionReader } from '../../auth/session-reader.ts'
import type { Runtime } from '../../configuration/runtime.ts'
import { resourcesOf } from '../../oauth/resources.ts'
import { limitCaller, limitOrganization } from '../callers/limit-caller.ts'
import { contextOf } from '../context.ts'
import { type HttpEvent, headerOf, type OperationEvent } from '../event.ts'
import { routeKeyOf } from '../route.ts'

/** A caller whose credential is not verified yet. */
export type ClaimedAccess = {
  /** Identifies the credential in the memory of callers, and of refusals. */
  key: string
  /** The same together with its organization. Undefined if only the database knows in which organization a session acts. */
  organizationKey: string | undefined
  /** The organization that a session request names (`Organization-Id`). */
  named?: string | undefined
  readMembership: ReadMembership
  /**
   * Starts reading.
   * @throws if the credential is not valid, the caller sends too many requests, or the user is not a member of the named
   * organization.
   */
  verify: () => Promise<VerifiedAccess>
}

/** `caller` is what to remember of it: without the organization that a single request names. */
export type VerifiedAccess = { access: SessionAccess | Access; caller: Caller }

/**
 * Authenticates the caller with the credential that the operation requires, and finds the organization that the request
 * acts in. API tokens are accepted only by operations that declare scopes.
 */
export function resolveAccess(operation: Operation, runtime: Runtime, sessions: SessionReader) {
  return async (event: OperationEvent): Promise<ClaimedAccess> => {
    const credential = credentialOf(event, sessions)
    if (credential.kind === 'session') return resolveSession(event)
    if (operation.credential !== 'session_or_token' || credential.kind === 'unknown') throw unauthorized()
    return resolveToken(event, credential)
  }

  async function resolveSession(event: OperationEvent): Promise<ClaimedAccess> {
    event.isSessionChecked = true
    const claim = await sessions.read(event as HttpEvent, event.now)
    if (!claim) throw unauthorized()
    const context = contextOf(runtime, event)
    const header = headerOf(event, organizationIdHeader.toLowerCase())
    const wanted = header === undefined ? undefined : organizationIdValue().safeParse(header)
    const named = wanted?.data
    const organizationKey = named === undefined ? undefined : `${claim.key} ${named}`
    const readMembership = createMembershipReader(context.database)

    /** Counts the request before anything is decided or written about the user. */
    const confirm = async (): Promise<ConfirmedSession | undefined> => {
      const confirmed = await claim.confirm(context)
      if (!confirmed) return undefined
      limitCaller(runtime, operation, event, claim.key, { userId: confirmed.user.id })
      if (wanted?.error) throw wrongOrganizationId()
      return confirmed
    }
    const verify = async (): Promise<VerifiedAccess> => {
      const loaded = await loadSessionAccess(context, claim.userId, confirm(), readMembership, {
        named,
        firstOrganization: operation.firstOrganization,
      })
      if (!loaded) throw unauthorized()
      const membership = lazy(async () => {
        const member = await loaded.membership()
        limitOrganization(runtime, operation, event, organizationKey, member)
        return member
      })
      const session = { ...loaded, membership }
      return {
        access: operation.credential === 'session_or_token' ? accessOfSession(session) : session,
        caller: callerOfSession(session.user.id, session.stored.activeOrganizationId),
      }
    }
    return { key: claim.key, organizationKey, named, readMembership, verify }
  }

  function resolveToken(
    event: OperationEvent,
    { kind, secret }: Extract<Credential, { secret: string }>,
  ): ClaimedAccess {
    const context = contextOf(runtime, event)
    const key = hashSecret(secret)
    const readMembership = createMembershipReader(context.database)
    const verify = async (): Promise<VerifiedAccess> => {
      const access =
        kind === 'oauth'
          ? await authenticateOAuthToken(context, secret, readMembership, acceptedAt(event))
          : await authenticateApiToken(context, secret, readMembership)
      const tokenId = access.authentication.subjectId
      limitCaller(runtime, operation, event, key, { userId: access.userId, tokenId })
      const { organizationId } = access
      const role = access.role.then((current) => {
        limitOrganization(runtime, operation, event, key, { organizationId, role: current })
        return current
      })
      // An operation that fails before it awaits the role must not leave an unhandled rejection.
      role.catch(() => undefined)
      return { access: { ...access, role }, caller: callerOf(access) }
    }
    return { key, organizationKey: key, readMembership, verify }
  }

  /** Tokens for the MCP endpoints are for one service, with one authority: the API accepts them too, but not the other way. */
  function acceptedAt(event: OperationEvent) {
    const { api, mcp } = resourcesOf(runtime.configuration.webOrigin)
    return mcpEndpoints.some((endpoint) => event.routeKey === routeKeyOf(endpoint))
      ? ({ resources: [mcp], kind: 'agent' } as const)
      : ({ resources: [...api, mcp], kind: 'client' } as const)
  }
}

/** Thrown after the credential is checked, so that a caller without a valid one learns nothing else. */
function wrongOrganizationId(): ServiceError {
  return new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path: organizationIdHeader, message: 'Use the id of an organization.' }],
  })
}

function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'Sign in first.')
}
