import { createToken } from '../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { invite } from '../../support/people/invite.ts'
import { newcomer, sessionOf } from '../../support/people/sessions.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import { createWorld, restore } from '../../support/people/world.ts'
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
  const world = await createWorld(service, newcomer)
  const { owner, member } = world
  const { organizationId } = owner
  const { secret } = await createToken(owner)
  const things: FuzzWorld['things'] = {
    userId: [member.userId, owner.userId],
    organizationId: [organizationId],
    invitationToken: ['x'],
  }
  async function restock(): Promise<void> {
    const { api } = owner
    const few = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: stock }, make))
    things.labelId = await few(() => createLabel(owner, `Label ${world.next()}`))
    const labelIds = things.labelId.slice(0, 2)
    things.goalId = await few(async () => (await createGoal(owner, { labelIds })).id)
    const [goalId = ''] = things.goalId
    await api.createGoalUpdate({ params: { goalId }, body: reportOf('First') })
    const invitations = await few(() => invite(owner, `guest${world.next()}@example.com`))
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
    spareCookie: async () => (await sessionOf(service, owner)).cookie,
    goBack: () => restore(world, owner),
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
