import type { Session } from '../../accounts/session/session-type.ts'
import { isApiError } from '../api/failures/failures.ts'

/** A query's data in the copy. */
export type KeptQuery = {
  /** The key as text. */
  hash: string
  key: readonly unknown[]
  data: unknown
  /** The time of the service's response, in Unix milliseconds. */
  updatedAt: number
}

/** After a week without a connection, nobody relies on it. It also limits how long a copy outlives a deleted goal. */
export const maximumAgeMilliseconds = 7 * 24 * 60 * 60 * 1_000
const maximumQueries = 200

const ofGoals = ['pages', 'whole', 'counts', 'one', 'history']
const ofWork = ['questions', 'claims', 'open questions', 'usage']
const ofOrganization = ['brief', 'feed', 'goal-views', 'labels', 'members']

/**
 * Whether a query is kept for reading offline. A list of what is kept, not of what is not: no settings, API tokens, webhooks,
 * invitations, or audit logs, whatever is added to the app.
 */
export function isKept([scope, organizationId, name, part]: readonly unknown[]): boolean {
  if (scope !== 'organization' || typeof organizationId !== 'string' || typeof name !== 'string') return false
  if (name === 'goals') return typeof part === 'string' && ofGoals.includes(part)
  if (name === 'work') return typeof part === 'string' && ofWork.includes(part)
  return ofOrganization.includes(name)
}

/** Returns the data to store: of members only what shows their names. */
export function asKept([, , name]: readonly unknown[], data: unknown): unknown {
  if (name !== 'members' || !Array.isArray(data)) return data
  return data.map((member: object) => ({ ...member, email: null }))
}

/** The parts of a page's query that the copy needs. */
type QueryOfPage = {
  queryKey: readonly unknown[]
  queryHash: string
  state: { status: string; data: unknown; error: unknown; dataUpdatedAt: number }
}

/**
 * Returns what the copy shall have of a query: its data, `gone` if the person may not see it any more or it was deleted, or
 * undefined if the copy remains as it is, such as after a failure that may pass.
 */
export function changeOfCopy({
  queryKey: key,
  queryHash: hash,
  state,
}: QueryOfPage): KeptQuery | 'gone' | undefined {
  if (!isKept(key)) return undefined
  if (isApiError(state.error) && [403, 404].includes(state.error.status)) return 'gone'
  if (state.status !== 'success') return undefined
  return { hash, key, data: asKept(key, state.data), updatedAt: state.dataUpdatedAt }
}

/** The queries to keep and to delete: no old ones, none of organizations that the person has left, and not too many. */
export function sortOut(
  kept: readonly KeptQuery[],
  { organizations }: Pick<Session, 'organizations'>,
  now: number,
): { keep: KeptQuery[]; drop: KeptQuery[] } {
  const ids = new Set<unknown>(organizations.map(({ id }) => id))
  const isValid = ({ key, updatedAt }: KeptQuery) =>
    isKept(key) && ids.has(key[1]) && updatedAt > now - maximumAgeMilliseconds
  const keep = kept
    .filter(isValid)
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, maximumQueries)
  return { keep, drop: kept.filter((query) => !keep.includes(query)) }
}
