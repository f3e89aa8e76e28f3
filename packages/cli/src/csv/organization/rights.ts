import type { Me } from '@cairn/client'
import { CommandError, exitCodes } from '../../exit-codes.ts'

type Scope = Extract<Me['credential'], { scopes: unknown }>['scopes'][number]

export function hasScope({ credential }: Me, scope: Scope): boolean {
  return credential.kind === 'session' || credential.scopes.includes(scope)
}

/** Whether the caller may change goals of others, and may make them theirs. */
export function mayWriteAll(me: Me): boolean {
  return me.organization.role !== 'member' && hasScope(me, 'goals:write:all')
}

/**
 * Says what is missing before anything is created.
 * @throws `CommandError` if the credential may not do it.
 */
export function requireScopes(me: Me, scopes: readonly Scope[], why: string): void {
  const missing = scopes.filter((scope) => !hasScope(me, scope))
  if (missing.length > 0) {
    throw new CommandError(
      `${why} needs a token with ${missing.length > 1 ? 'the scopes' : 'the scope'} ${missing.join(' and ')}.`,
      exitCodes.notAllowed,
    )
  }
}

/** @throws `CommandError` if the credential is limited to some goals, of which a new one is none. */
export function requireUnlimited({ credential }: Me): void {
  if (credential.kind === 'session' || credential.goalIds === null) return
  throw new CommandError(
    'This token is limited to some goals, and cannot create others.',
    exitCodes.notAllowed,
  )
}
