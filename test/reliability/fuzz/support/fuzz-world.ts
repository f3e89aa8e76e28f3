import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { invite } from '../../../support/people/invite.ts'
import { giveAccount, newcomer, sessionOf } from '../../../support/people/sessions.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { createWorld, restore } from '../../../support/people/world.ts'
import type { TestService } from '../../../support/service/service.ts'
import { accountPassword } from './values.ts'

/** The service under test with its owner, and the records that placeholders stand for. */
export type FuzzWorld = {
  service: TestService
  owner: Browser
  organizationId: string
  secret: string
  /** Existing values by the kind of placeholder. */
  records: Record<string, string[]>
  /** A new session, for requests that end their session. */
  spareCookie(): Promise<string>
  /** Switches back to the organization that contains the records. */
  switchBack(): Promise<void>
  /** Replaces records that requests have deleted. */
  restock(): Promise<void>
}

const recordsPerKind = 8

export async function createFuzzWorld(service: TestService): Promise<FuzzWorld> {
  const world = await createWorld(service, newcomer)
  const { owner, member } = world
  await giveAccount(service, owner, accountPassword)
  const { organizationId } = owner
  const { secret } = await createToken(owner)
  const records: FuzzWorld['records'] = {
    userId: [member.userId, owner.userId],
    organizationId: [organizationId],
    invitationToken: ['x'],
  }
  async function restock(): Promise<void> {
    const { api } = owner
    const several = <T>(create: () => Promise<T>) =>
      Promise.all(Array.from({ length: recordsPerKind }, create))
    records.labelId = await several(() => createLabel(owner, `Label ${world.next()}`))
    const labelIds = records.labelId.slice(0, 2)
    records.goalId = await several(async () => (await createGoal(owner, { labelIds })).id)
    const [goalId = ''] = records.goalId
    await api.createGoalUpdate({ params: { goalId }, body: reportOf('First') })
    const invitations = await several(() => invite(owner, `guest${world.next()}@example.com`))
    records.invitationId = invitations.map(({ id }) => id)
    records.tokenId = await several(async () => (await createToken(owner)).id)
    records.cursor = await cursors(goalId)
  }

  /** A cursor of every list in the organization. */
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
      api.listAuditEntries({ query }),
    ])
    return pages.flatMap(({ nextCursor }) => nextCursor ?? [])
  }

  await restock()
  return {
    service,
    owner,
    organizationId,
    secret,
    records,
    spareCookie: async () => (await sessionOf(service, owner)).cookie,
    switchBack: async () => {
      await restore(world, owner)
      // No generated name: typing it would delete the organization.
      await owner.api.updateOrganization({ body: { name: 'Records' } })
    },
    restock,
  }
}

/** Replaces every placeholder in a text with an existing value. */
export function fillIn(text: string, { records }: FuzzWorld): string {
  return text.replaceAll(/@(\w+):(\d+)@/g, (whole, kind, number) => {
    const all = records[kind] ?? []
    return all[Number(number) % all.length] ?? whole
  })
}
