import type { OutputOf } from '@cairn/contract'
import type { NamedActor } from '@cairn/contract/schemas/actors'
import type { ApiToken, OrganizationApiToken } from '@cairn/contract/schemas/api-tokens'
import type { GoalQuestion } from '@cairn/contract/schemas/goals/goal-questions'
import type { GoalUsed } from '@cairn/contract/schemas/goals/goal-work'
import type { OAuthGrant } from '@cairn/contract/schemas/oauth'
import type { UsageEntry } from '@cairn/contract/schemas/usage'

export type ListedClaim = OutputOf<'listGoalClaims'>['claims'][number]

/** How an agent has access, if the reader can end it. */
export type AgentAccess = { kind: 'token'; token: ApiToken } | { kind: 'grant'; grant: OAuthGrant }

/** A program or an agent, with all that is known of its work. */
export type Agent = {
  /** The id of its token or grant, which is that of its actor. */
  id: string
  kind: 'client' | 'agent'
  name: string
  /** Undefined if nobody knows whose it is. */
  ownerUserId: string | undefined
  access: AgentAccess | undefined
  lastSeenAt: string | null
  claims: ListedClaim[]
  questions: GoalQuestion[]
  used: GoalUsed | undefined
}

type Known = {
  tokens: readonly (ApiToken | OrganizationApiToken)[]
  /** Those of the reader, in all organizations. */
  grants: readonly OAuthGrant[]
  claims: readonly ListedClaim[]
  questions: readonly GoalQuestion[]
  usage: readonly UsageEntry[]
}

type Reader = { userId: string; organizationId: string }

/**
 * The agents of an organization, those that work now first, then by their last sign of life. Of programs that others have allowed,
 * only their work is known.
 */
export function agentsOf(known: Known, { userId, organizationId }: Reader): Agent[] {
  const agents = new Map<string, Agent>()
  for (const token of known.tokens) {
    if (token.revokedAt !== null) continue
    agents.set(token.id, {
      ...noWork(),
      id: token.id,
      kind: token.kind,
      name: token.name,
      ownerUserId: 'ownerUserId' in token ? token.ownerUserId : userId,
      access: { kind: 'token', token },
      lastSeenAt: token.lastUsedAt,
    })
  }
  for (const grant of known.grants) {
    if (grant.organizationId !== organizationId) continue
    agents.set(grant.id, {
      ...noWork(),
      id: grant.id,
      kind: 'agent',
      name: grant.program.name,
      ownerUserId: userId,
      access: { kind: 'grant', grant },
      lastSeenAt: grant.lastUsedAt,
    })
  }
  /** Adds a sign of life of an actor, unless it is a person. */
  const note = (actor: NamedActor, seenAt: string | null, add: (agent: Agent) => void) => {
    if (actor.kind === 'user') return
    const agent: Agent = agents.get(actor.id) ?? {
      ...noWork(),
      id: actor.id,
      kind: actor.kind,
      name: actor.displayName,
      ownerUserId: undefined,
      access: undefined,
      lastSeenAt: null,
    }
    agents.set(actor.id, agent)
    if (seenAt !== null && (agent.lastSeenAt === null || agent.lastSeenAt < seenAt)) agent.lastSeenAt = seenAt
    add(agent)
  }
  for (const claim of known.claims) note(claim.holder, claim.claimedAt, ({ claims }) => claims.push(claim))
  for (const question of known.questions) {
    note(question.askedBy, question.createdAt, ({ questions }) => questions.push(question))
  }
  for (const { actor, used } of known.usage) {
    if (!actor) continue
    note(actor, null, (agent) => {
      agent.used = used
    })
  }
  return [...agents.values()].sort(compare)
}

const noWork = (): Pick<Agent, 'claims' | 'questions' | 'used'> => ({
  claims: [],
  questions: [],
  used: undefined,
})

const compare = (one: Agent, other: Agent): number =>
  Number(other.claims.length > 0) - Number(one.claims.length > 0) ||
  (other.lastSeenAt ?? '').localeCompare(one.lastSeenAt ?? '') ||
  one.name.localeCompare(other.name)
