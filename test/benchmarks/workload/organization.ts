import { type Client, createClient } from '@cairn/contract/http/client'
import { apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import { verifyPrincipalByAddress } from '@cairn/domain/accounts/auth/verification/verify-principal'
import type { Database } from '@cairn/domain/storage/database/client'
import { signInAgain } from '../../support/people/sign-in.ts'
import { type BulkGoal, writeGoals } from '../../support/table/bulk-goals.ts'
import { newReport } from './bodies.ts'

/** The origin of a service, and its table. */
export type ServiceAddress = { origin: string; database: Database }

export type KnownGoal = { id: string; revision: number }

export type PreparedOrganization = {
  email: string
  cookie: string
  /** The secret of an API token with every scope. */
  secret: string
  labelIds: string[]
  goals: KnownGoal[]
  /** One of the goals, with `historyLength` updates. */
  reportedGoal: KnownGoal
}

/** An organization with the origin of its service. */
export type Organization = PreparedOrganization & { origin: string }

export const password = 'correct horse battery'
export const labelCount = 5
export const historyLength = 20
/** Every fifth goal has the same label, and every fifth goal is paused: 20 of 100, one small page. */
const every = 5

/** Creates a person with an API token and an organization of `goalCount` goals, about 1 KB each with one label. */
export async function createOrganization(
  service: ServiceAddress,
  goalCount: number,
): Promise<PreparedOrganization> {
  const { database } = service
  const email = `owner-of-${goalCount}@example.com`
  const browser = await registerAndSignIn(service, email)
  const { api, userId, cookie } = browser
  const labels = await Promise.all(
    Array.from({ length: labelCount }, (_, index) =>
      api.createGoalLabel({ body: { name: `Label ${index}` } }),
    ),
  )
  const labelIds = labels.map(({ label }) => label.id)
  const scopes = apiTokenScopeRegistry.map(({ id }) => id)
  const { secret } = await api.createApiToken({ body: { name: 'Benchmark', scopes } })

  const { activeOrganizationId } = await api.getAuthSession()
  const start = Date.now() - goalCount * 60_000
  const bulk = Array.from(
    { length: goalCount },
    (_, index): BulkGoal => ({
      ownerUserId: userId,
      status: index % every === 0 ? 'paused' : 'active',
      labelIds: [labelIds[index % labelIds.length] ?? ''],
      updatedAt: new Date(start + index * 60_000).toISOString(),
    }),
  )
  const ids = await writeGoals(database, activeOrganizationId, bulk)
  const goals = ids.map((id, index) => ({ id, revision: bulk[index]?.status === 'paused' ? 2 : 1 }))
  const reportedGoal = await reportUntil(api, goals.at(-1), historyLength)
  return { email, cookie, secret, labelIds, goals, reportedGoal }
}

async function reportUntil(api: Client, goal: KnownGoal | undefined, revision: number): Promise<KnownGoal> {
  if (!goal) throw new Error('An organization needs a goal.')
  for (; goal.revision < revision; goal.revision++) {
    await api.createGoalUpdate({ params: { goalId: goal.id }, body: newReport(goal) })
  }
  return goal
}

/** Creates a verified account with a session, without using the link in the email. */
export async function registerAndSignIn({ origin, database }: ServiceAddress, email: string) {
  const person = { email, displayName: 'Somebody', password }
  await createClient({ baseUrl: origin, headers: { origin } }).register({ body: person })
  await verifyPrincipalByAddress(database, email, new Date())
  return signInAgain({ origin }, person)
}
