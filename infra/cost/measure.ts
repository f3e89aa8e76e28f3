import { type Client, createClient } from '@cairn/contract/client'
import { type OperationId, operations } from '@cairn/contract/registry'
import { verifyPrincipalByAddress } from '@cairn/domain/auth/verify-principal'
import { closeDatabase, createDatabase } from '@cairn/domain/database'
import { startEngine } from '@cairn/local/engine'
import { startLocalService } from '@cairn/local/service'
import { startMeteringProxy, type Units } from './metering-proxy.ts'
import { prose } from './prose.ts'

const password = 'correct horse battery'
/** A typical goal: 1 KB of description, three criteria, two labels. */
const typicalGoal = (number: number) => ({
  title: prose(number, 40),
  detailedDescription: prose(number, 1_000),
  timeframe: { kind: 'continuous' as const },
  criteria: [1, 2, 3].map((criterion) => ({
    title: `Criterion ${criterion}`,
    description: prose(number * 10 + criterion, 60),
  })),
})
/** Goals of the organization, and reports of a goal: more than a page of 100, which is the default. */
const elementCount = 101
/** What the web app asks for. */
const webPage = 50
/** Over 1 MB of goals: where DynamoDB ends a query, and so where a list that filters ends. */
const largeGoals = 6
const largeDescription = prose(0, 200 * 1024)

/** What one request took. */
export type Measured = Units & {
  /** Of the body that was sent, compressed where the service compresses. */
  sentBytes: number
  /** Of the same body before. */
  plainBytes: number
  /** Of status line and headers. */
  headerBytes: number
}

/** An operation, or one with parameters that make a difference. */
export type Row = { id: OperationId; variant?: string; measured: Measured }

/**
 * Runs every operation of the registry once on a typical record, lists with their default page, and returns what it
 * consumed, as the engine counts it: a strongly consistent read takes a unit for 4 KB, a write one for 1 KB and index, a
 * transaction twice as much. Clients take compressed responses.
 */
export async function measureOperations(): Promise<Row[]> {
  const engine = await startEngine()
  const meter = await startMeteringProxy(engine.endpoint)
  const lines: string[] = []
  const service = await startLocalService({
    port: 0,
    dataDirectory: null,
    endpoint: meter.endpoint,
    environment: { LOG_LEVEL: 'SILENT' },
    writeLine: (line) => lines.push(line),
    report: () => undefined,
  })
  const database = createDatabase({
    endpoint: engine.endpoint,
    tableName: service.tableName,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  try {
    return await callEach()
  } finally {
    closeDatabase(database)
    await service.stop()
    await meter.stop()
    await engine.stop()
  }

  async function callEach(): Promise<Row[]> {
    const rows: Row[] = []
    const { origin } = service
    let last = { sentBytes: 0, plainBytes: 0, headerBytes: 0 }
    async function measuringFetch(url: string, init: RequestInit): Promise<Response> {
      const headers = { ...(init.headers as Record<string, string>), 'accept-encoding': 'br' }
      const response = await fetch(url, { ...init, headers })
      const lines = [...response.headers].map(([name, value]) => name.length + value.length + ': \r\n'.length)
      last = {
        sentBytes: Number(response.headers.get('content-length') ?? 0),
        plainBytes: (await response.clone().arrayBuffer()).byteLength,
        headerBytes: lines.reduce((sum, length) => sum + length, 0),
      }
      return response
    }
    async function measure<T>(id: OperationId, call: () => Promise<T>, variant?: string): Promise<T> {
      meter.take()
      const answer = await call()
      rows.push({ id, ...(variant && { variant }), measured: { ...meter.take(), ...last } })
      return answer
    }
    const clientWith = (headers: Record<string, string>) =>
      createClient({ baseUrl: origin, headers: { origin, ...headers }, fetch: measuringFetch })
    const anonymous = clientWith({})
    const register = (email: string) =>
      anonymous.register({ body: { email, password, displayName: 'Somebody' } })
    const linkTo = (email: string): string => {
      const mail = lines.findLast((line) => line.includes(email) && /https?:\/\//.test(line))
      return /https?:\/\/[^\s"]+/.exec(mail ?? '')?.[0] ?? ''
    }
    async function signIn(email: string): Promise<Client> {
      const response = await measuringFetch(`${origin}/v1/auth/login`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      return clientWith({ cookie })
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
    await register('ben@example.com')
    await verifyPrincipalByAddress(database, 'ben@example.com', new Date())
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
    await measure('acceptOrganizationInvitation', () => ben.acceptOrganizationInvitation({ body: accept }))
    const { members } = await measure('listOrganizationMembers', () => ann.listOrganizationMembers())
    const userId = members.find(({ role }) => role === 'member')?.userId ?? ''
    await measure('updateOrganizationMemberRole', () =>
      ann.updateOrganizationMemberRole({ params: { userId }, body: { role: 'admin' } }),
    )

    const created = await measure('createApiToken', () =>
      ann.createApiToken({ body: { name: 'Program', scopes: ['goals:read'] } }),
    )
    await measure('listApiTokens', () => ann.listApiTokens())
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
    let made = 0
    const make = (different = {}) =>
      ann.createGoal({ body: { ...typicalGoal(++made), labelIds, ...different } })
    const { goal } = await measure('createGoal', () => make())
    while (made < elementCount) await make()
    const goalParams = { goalId: goal.id }
    await measure('getGoal', () => ann.getGoal({ params: goalParams }))
    await measure('listGoals', () => ann.listGoals())
    const limit = webPage
    await measure('listGoals', () => ann.listGoals({ query: { limit } }), `${limit} on a page`)
    await measure('updateGoal', () => ann.updateGoal({ params: goalParams, body: { title: 'Faster' } }))
    const report = (params: { goalId: string }, revision: number) =>
      ann.createGoalUpdate({
        params,
        body: {
          status: 'active',
          summary: prose(revision, 80),
          details: prose(revision, 400),
          expectedRevision: revision,
          idempotencyKey: `report-${revision}`,
        },
      })
    await measure('createGoalUpdate', () => report(goalParams, 1))
    for (let revision = 2; revision <= elementCount; revision++) await report(goalParams, revision)
    await measure('listGoalUpdates', () => ann.listGoalUpdates({ params: goalParams }))
    await measure(
      'listGoalUpdates',
      () => ann.listGoalUpdates({ params: goalParams, query: { limit } }),
      `${limit} on a page`,
    )
    const ended = { goalId: (await make()).goal.id }
    for (let revision = 1; revision < 10; revision++) await report(ended, revision)
    await measure('deleteGoal', () => ann.deleteGoal({ params: ended }))
    await measure('deleteGoalLabel', () => ann.deleteGoalLabel({ params: labelParams }))
    for (let large = 0; large < largeGoals; large++) await make({ detailedDescription: largeDescription })
    await measure(
      'listGoals',
      () => ann.listGoals({ query: { health: 'off_track' } }),
      'by health, from 1 MB of goals',
    )
    await measure('logout', () => ann.logout())
    const missing = Object.keys(operations).filter((id) => !rows.some((row) => row.id === id))
    if (missing.length > 0) throw new Error(`not measured: ${missing.join(', ')}`)
    return rows
  }
}
