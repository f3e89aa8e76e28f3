import type { ApiToken } from '@cairn/contract/schemas/api-tokens'
import type { OAuthGrant } from '@cairn/contract/schemas/oauth'

/** Something that acts for the person in an organization. */
export type Connection = { name: string; at: string }

type Known = { grants: readonly OAuthGrant[] | undefined; tokens: readonly ApiToken[] | undefined }

/** The connection that was made or used last: a program that the person has allowed, or a token that was used. */
export function latestConnection(
  { grants = [], tokens = [] }: Known,
  organizationId: string,
): Connection | undefined {
  const programs = grants
    .filter((grant) => grant.organizationId === organizationId)
    .map(({ program, lastUsedAt, createdAt }) => ({ name: program.name, at: lastUsedAt ?? createdAt }))
  const used = tokens.flatMap(({ name, lastUsedAt }) =>
    lastUsedAt === null ? [] : [{ name, at: lastUsedAt }],
  )
  return [...programs, ...used].sort((one, other) => other.at.localeCompare(one.at))[0]
}

/** The tokens that belong on the page of agents: those made for one, and those that something has used. */
export function agentTokens(tokens: readonly ApiToken[]): ApiToken[] {
  return tokens.filter(({ kind, lastUsedAt }) => kind === 'agent' || lastUsedAt !== null)
}

const shortestMilliseconds = 2_000
const longestMilliseconds = 30_000
/** How much longer each pause is than the one before. */
const growth = 1.25

/** The pause before the next look, in milliseconds: short while somebody follows the instructions, then longer and longer. */
export function pauseBeforeLook(looks: number): number {
  return Math.min(shortestMilliseconds * growth ** looks, longestMilliseconds)
}
