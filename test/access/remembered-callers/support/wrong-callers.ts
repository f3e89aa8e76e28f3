import type { Caller } from '@cairn/domain/requests/access'
import { allScopes } from '../../../support/people/api-tokens.ts'
import type { Member, World } from '../../../support/people/world.ts'
import { unknownId } from '../../../support/requests/exchange.ts'

/** Wrong memories of somebody, by kind of mistake. */
export function mistakesAbout(right: Caller, { owner, member, stranger }: World): Record<string, unknown> {
  const bySession = ({ userId, organizationId }: Pick<Member, 'userId' | 'organizationId'>): Caller => ({
    userId,
    organizationId,
    scopes: 'session',
    goalIds: null,
    actor: { kind: 'user', id: userId, runId: null },
    authentication: { kind: 'session', subjectId: userId },
  })
  const other = right.userId === owner.userId ? member : owner
  return {
    'no mistake': right,
    "another tenant's organization": { ...right, organizationId: stranger.organizationId },
    "another tenant's session": bySession(stranger),
    "a colleague's session": bySession(other),
    'a colleague': { ...right, userId: other.userId },
    'an unknown organization': { ...right, organizationId: unknownId },
    'an unknown user': { ...right, userId: `email:${unknownId}` },
    'the rights of a session': { ...right, scopes: 'session' },
    'all scopes': { ...right, scopes: new Set([...allScopes, 'everything']) },
    'no scope': { ...right, scopes: new Set() },
    'no limit': { ...right, goalIds: null },
    'other goals': { ...right, goalIds: new Set([unknownId]) },
    'another name': { ...right, actorName: 'Somebody else' },
    'the actor of somebody else': { ...right, actor: { kind: 'user', id: other.userId, runId: null } },
    'the actor of another run': { ...right, actor: { ...right.actor, runId: 'run' } },
    'the credential of somebody else': {
      ...right,
      authentication: { kind: 'api_token', subjectId: unknownId },
    },
    'a role': { ...right, role: Promise.resolve('owner') },
    'a role in another organization': {
      ...bySession(stranger),
      role: Promise.resolve('owner'),
    },
  }
}

/** Memories that must not exist. */
export function garbageAbout(right: Caller): Record<string, unknown> {
  const fields = Object.keys(right) as (keyof Caller)[]
  const each = (kind: string, garbleOf: (field: keyof Caller) => unknown) =>
    Object.fromEntries(fields.map((field) => [`${field}: ${kind}`, garbleOf(field)]))
  return {
    'nothing of use': {},
    text: 'garbage',
    'a list': [right],
    'a number': 1,
    ...each('missing', (field) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== field))),
    ...each('null', (field) => ({ ...right, [field]: null })),
    ...each('a number', (field) => ({ ...right, [field]: 7 })),
  }
}
