import { sessionOf } from '../../faults/support/lane-world.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { invite, join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import type { TestService } from '../../support/service/service.ts'

/** What placeholders mean, by their kind. */
export type FuzzWorld = {
  service: TestService
  owner: Browser
  organizationId: string
  secret: string
  things: Record<string, string[]>
  /** A session that may end, for requests that end the one that they carry. */
  spareCookie(): Promise<string>
  /** Goes back to the organization that the things are in. */
  goBack(): Promise<void>
  /** Makes what was used up again. */
  restock(): Promise<void>
}

const stock = 8

export async function createFuzzWorld(service: TestService): Promise<FuzzWorld> {
  const owner = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
  const bob = await signIn(service, { email: 'bob@example.com', displayName: 'Bob' })
  const { activeOrganizationId: organizationId } = await owner.api.getOrganizationContext()
  await join(owner, bob)
  const { secret } = await createToken(owner)
  const things: FuzzWorld['things'] = {
    userId: [bob.userId, owner.userId],
    organizationId: [organizationId],
    invitationToken: ['x'],
  }
  let numbers = 0

  async function goBack(): Promise<void> {
    await owner.api.switchOrganization({ body: { organizationId } })
  }

  async function restock(): Promise<void> {
    const { api } = owner
    const few = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: stock }, make))
    things.labelId = await few(() => createLabel(owner, `Label ${++numbers}`))
    const labelIds = things.labelId.slice(0, 2)
    things.goalId = await few(async () => (await createGoal(owner, { labelIds })).id)
    const [goalId = ''] = things.goalId
    await api.createGoalUpdate({ params: { goalId }, body: reportOf('First') })
    const invitations = await few(() => invite(owner, `guest${++numbers}@example.com`))
    things.invitationId = invitations.map(({ id }) => id)
    things.tokenId = await few(async () => (await createToken(owner)).id)
    things.cursor = await cursors(goalId)
  }

  /** Of every list, from the same organization. */
  async function cursors(goalId: string): Promise<string[]> {
    const { api } = owner
    const query = { limit: 1 }
    const pages = await Promise.all([
      api.listGoals({ query }),
      api.listGoals({ query: { ...query, status: 'active' } }),
      api.listGoalUpdates({ params: { goalId }, query }),
      api.listGoalLabels({ query }),
      api.listOrganizationMembers({ query }),
      api.listOrganizationInvitations({ query }),
      api.listApiTokens({ query }),
    ])
    return pages.flatMap(({ nextCursor }) => nextCursor ?? [])
  }

  await restock()
  return {
    service,
    owner,
    organizationId,
    secret,
    things,
    spareCookie: async () => (await sessionOf(service, service.table, owner)).cookie,
    goBack,
    restock,
  }
}

/** The text with every placeholder replaced by what exists now. */
export function withThings(text: string, { things }: FuzzWorld): string {
  return text.replaceAll(/@(\w+):(\d+)@/g, (whole, kind, number) => {
    const all = things[kind] ?? []
    return all[Number(number) % all.length] ?? whole
  })
}
