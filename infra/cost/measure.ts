import { type Client, createClient } from '@cairn/contract/http/client'
import { verifyPrincipalByAddress } from '@cairn/domain/accounts/auth/verification/verify-principal'
import { measureAccounts, measureEnd } from './measure-accounts.ts'
import { type BackgroundUnits, measureBackground } from './measure-background.ts'
import { type Measurement, measureWhatChanged } from './measure-what-changed.ts'
import type { Units } from './meter.ts'
import { startMeteredService } from './metered-service.ts'

const password = 'correct horse battery'
/** A typical goal: 1 KB of description, three criteria, two labels. */
const description = 'Answer every question within a day. '.repeat(28)
const criteria = [1, 2, 3].map((number) => ({
  title: `Criterion ${number}`,
  description: 'Measured over four weeks.',
}))
/** Goals of the organization; a page shows 25. */
const goalCount = 30
const pageSize = 25

export type Measured = { operations: ReadonlyMap<Measurement, Units>; background: BackgroundUnits }

/**
 * Runs operations once on a typical record. The table shows those that are missing here as "–". Returns the units that each consumed, as the engine counts them:
 * one per 4 KB for a strongly consistent read, one per 1 KB and index for a write, and twice as many in a transaction.
 */
export async function measureUnits(): Promise<Measured> {
  const service = await startMeteredService()
  try {
    return await callEach()
  } finally {
    await service.stop()
  }

  async function callEach(): Promise<Measured> {
    const operations = new Map<Measurement, Units>()
    const { origin, database, lines } = service
    async function measure<T>(what: Measurement, call: () => Promise<T>): Promise<T> {
      let result: T | undefined
      const units = await service.measure(async () => {
        result = await call()
      })
      operations.set(what, units)
      return result as T
    }
    const anonymous = createClient({ baseUrl: origin, headers: { origin } })
    const register = (email: string) =>
      anonymous.register({ body: { email, password, displayName: 'Somebody' } })
    const linkTo = (email: string): string => {
      const line = lines.findLast((text) => text.includes(email) && /https?:\/\//.test(text))
      return /https?:\/\/[^\s"]+/.exec(line ?? '')?.[0] ?? ''
    }
    async function signIn(email: string): Promise<Client> {
      const response = await fetch(`${origin}/v1/auth/login`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      return createClient({ baseUrl: origin, headers: { origin, cookie } })
    }

    await measure('getHealth', () => anonymous.getHealth())
    await measure('getAuthConfiguration', () => anonymous.getAuthConfiguration())
    await measure('listApiTokenScopes', () => anonymous.listApiTokenScopes())
    await measure('startLogin', () => anonymous.startLogin())
    await measure('completeLogin', () => anonymous.completeLogin())
    await measure('register', () => register('ann@example.com'))
    const token = new URLSearchParams(new URL(linkTo('ann@example.com')).hash.slice(1)).get('token') ?? ''
    await measure('previewEmailVerification', () => anonymous.previewEmailVerification({ body: { token } }))
    await measure('verifyEmail', () => anonymous.verifyEmail({ body: { token } }))
    const ann = await measure('login', () => signIn('ann@example.com'))
    const { activeOrganizationId: organizationId } = await ann.getAuthSession()
    await measure('getAuthSession', () => ann.getAuthSession())
    await measure('getAuthState', () => ann.getAuthState())
    const create = async (email: string) => {
      await register(email)
      await verifyPrincipalByAddress(database, email, new Date())
    }
    await create('ben@example.com')
    const ben = await signIn('ben@example.com')
    await ben.getAuthSession()

    await measure('getOrganizationContext', () => ann.getOrganizationContext())
    await measure('createOrganization', () => ann.createOrganization({ body: { name: 'Second' } }))
    await measure('switchOrganization', () => ann.switchOrganization({ body: { organizationId } }))
    await measure('updateOrganization', () => ann.updateOrganization({ body: { name: 'First' } }))
    const invite = (email: string) => ann.createOrganizationInvitation({ body: { email, role: 'member' } })
    const { invitation } = await measure('createOrganizationInvitation', () => invite('eve@example.com'))
    const params = { invitationId: invitation.id }
    await measure('listOrganizationInvitations', () => ann.listOrganizationInvitations())
    await measure('resendOrganizationInvitation', () => ann.resendOrganizationInvitation({ params }))
    await measure('revokeOrganizationInvitation', () => ann.revokeOrganizationInvitation({ params }))
    await invite('ben@example.com')
    const accept = { token: linkTo('ben@example.com').split('/').at(-1) ?? '' }
    await measure('previewOrganizationInvitation', () =>
      anonymous.previewOrganizationInvitation({ body: accept }),
    )
    await measure('acceptOrganizationInvitation', () => ben.acceptOrganizationInvitation({ body: accept }))
    const { members } = await measure('listOrganizationMembers', () => ann.listOrganizationMembers())
    const userId = members.find(({ role }) => role === 'member')?.userId ?? ''
    await measure('updateOrganizationMemberRole', () =>
      ann.updateOrganizationMemberRole({ params: { userId }, body: { role: 'admin' } }),
    )

    await measure('listAuditEntries', () => ann.listAuditEntries({ query: { limit: pageSize } }))

    const created = await measure('createApiToken', () =>
      ann.createApiToken({ body: { name: 'Program', scopes: ['goals:read'] } }),
    )
    await measure('listApiTokens', () => ann.listApiTokens())
    const apiTokenId = created.token.id
    await measure('rotateApiToken', () =>
      ann.rotateApiToken({ params: { apiTokenId }, body: { overlapHours: 24 } }),
    )
    await measure('listOrganizationApiTokens', () => ann.listOrganizationApiTokens())
    const other = await ann.createApiToken({ body: { name: 'Other', scopes: ['goals:read'] } })
    await measure('revokeOrganizationApiToken', () =>
      ann.revokeOrganizationApiToken({ params: { apiTokenId: other.token.id } }),
    )
    await measure('revokeApiToken', () => ann.revokeApiToken({ params: { tokenId: created.token.id } }))

    const makeLabel = (name: string) => ann.createGoalLabel({ body: { name } })
    const { label } = await measure('createGoalLabel', () => makeLabel('Support'))
    const others = await Promise.all(['Sales', 'Product', 'Health'].map(makeLabel))
    const labelParams = { labelId: label.id }
    await measure('getGoalLabel', () => ann.getGoalLabel({ params: labelParams }))
    await measure('updateGoalLabel', () =>
      ann.updateGoalLabel({ params: labelParams, body: { name: 'Helpdesk' } }),
    )
    await measure('listGoalLabels', () => ann.listGoalLabels())

    const labelIds = others.slice(1).map(({ label: { id } }) => id)
    const body = {
      detailedDescription: description,
      timeframe: { kind: 'continuous' as const },
      criteria,
      labelIds,
    }
    const make = () => ann.createGoal({ body })
    const { goal } = await measure('createGoal', make)
    for (let made = 1; made < goalCount; made++) await make()
    const goalParams = { goalId: goal.id }
    await measure('getGoal', () => ann.getGoal({ params: goalParams }))
    await measure('listGoals', () => ann.listGoals({ query: { limit: pageSize, view: 'summary' } }))
    await measure('updateGoal', () => ann.updateGoal({ params: goalParams, body: { title: 'Faster' } }))
    const report = (revision: number) =>
      ann.createGoalUpdate({
        params: goalParams,
        body: {
          status: 'active',
          summary: 'On the way',
          details: 'Median of 20 hours. '.repeat(20),
          expectedRevision: revision,
          idempotencyKey: `report-${revision}`,
        },
      })
    await measure('createGoalUpdate', () => report(1))
    for (let revision = 2; revision < 10; revision++) await report(revision)
    await measure('listGoalUpdates', () => ann.listGoalUpdates({ params: goalParams }))
    await measure('listGoalEdits', () => ann.listGoalEdits({ params: goalParams }))
    await ben.switchOrganization({ body: { organizationId } })
    await measure('acknowledgeGoalUpdate', () =>
      ben.acknowledgeGoalUpdate({ params: { ...goalParams, revision: '2' } }),
    )
    await measure('listGoalUpdateAcknowledgements', () =>
      ben.listGoalUpdateAcknowledgements({ params: { ...goalParams, revision: '2' } }),
    )
    const { id, title } = goal
    const reported = { organizationId, userId: goal.createdByUserId, goal: { id, title } }
    await measureWhatChanged(measure, ann, database, reported)
    const background = await measureBackground(service, ann, reported)
    await measure('deleteGoal', () => ann.deleteGoal({ params: goalParams }))
    await measure('deleteGoalLabel', () => ann.deleteGoalLabel({ params: labelParams }))
    await measure('resendEmailVerification', () =>
      anonymous.resendEmailVerification({ body: { email: 'ben@example.com' } }),
    )
    await measureAccounts(measure, { anonymous, create, signIn, linkTo })
    await measureEnd(measure, [ann, ben], userId)
    await measure('logout', () => ann.logout())
    return { operations, background }
  }
}
