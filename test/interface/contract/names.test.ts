import { allOperations, type Operation } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, pathOf } from '../../support/requests/exchange.ts'
import { createLabel, goalOf, publish, report } from '../../support/requests/goals.ts'
import { fieldPath, type ObjectSite, objectSitesOf } from '../../support/requests/sample-bodies.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

type Field = { operation: Operation; site: ObjectSite; field: string }

/** Every field of every request that is a name, a title, a summary or an address. */
const fields = allOperations.flatMap((operation) =>
  objectSitesOf(operation).flatMap((site) =>
    site.fields
      .filter((field) => ['name', 'title', 'summary', 'displayName', 'email'].includes(field))
      .map((field): [string, Field] => [
        `${operation.id}.${fieldPath(site, field)}`,
        { operation, site, field },
      ]),
  ),
)

const unfit = [
  ['zero-width characters only', '\u200b\u2060\u200d'],
  ['control characters only', '\u0001\u007f'],
  ['Hangul fillers only', '\u3164\u115f'],
  ['an empty Braille cell', '\u2800'],
  ['a bidirectional override', 'in\u202egpj.exe'],
  ['NUL', 'a\u0000b'],
  ['ESC', 'a\u001b[2Jb'],
] as const

it('checks the names of the contract', () => {
  expect(fields.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'createApiToken.name',
      'createGoal.criteria.0.title',
      'createGoal.title',
      'createGoalLabel.name',
      'createGoalUpdate.summary',
      'createOrganization.name',
      'createOrganizationInvitation.email',
      'login.email',
      'register.displayName',
      'register.email',
      'updateGoal.criteria.0.title',
      'updateGoal.title',
      'updateGoalLabel.name',
      'updateOrganization.name',
    ]),
  )
})

function messageFor({ id }: Operation, field: string): string {
  // The name of an organization that exists, which has none of them.
  if (id === 'deleteOrganization') return 'Enter the name of the organization exactly as it is.'
  if (field === 'email') return 'Enter a full email address, such as name@example.com.'
  return 'Remove invisible or control characters.'
}

describe.each(fields)('%s', (_, { operation, site, field }) => {
  it.each(unfit)('400s %s, in one sentence', async (_, text) => {
    const value = field === 'email' ? `${text}@example.com` : text
    const body = site.bodyWith({ ...site.sample, [field]: value })
    const response = await browser(operation.method, pathOf(operation), { body })
    expect(response.status).toBe(400)
    const message = messageFor(operation, field)
    const { details } = response.body as { details: { path: string; message: string }[] }
    const path = fieldPath(site, field)
    expect(details.filter((detail) => detail.path === path)).toEqual([
      expect.objectContaining({ path, message }),
    ])
  })
})

it.each([
  ['Arabic with marks of direction', '\u200fمرحبا\u200e بك'],
  ['isolates and embeddings', '\u2068Ada\u2069 \u202aBob\u202c'],
  ['Persian with a joiner', 'می\u200cخواهم'],
  ['an emoji of several', '👩\u200d👩\u200d👧\ufe0f'],
])('201s %s as a name and returns it unchanged', async (_, text) => {
  const goal = await publish(browser, { title: text, criteria: [{ title: text, description: 'x' }] })
  expect(goal).toMatchObject({ title: text, criteria: [{ title: text }] })
  expect((await report(browser, goal.id, { summary: text })).status).toBe(201)
  expect((await createLabel(browser, text)).name).toBe(text)
})

describe('other texts', () => {
  it('returns details, colors and descriptions unchanged', async () => {
    const text = 'a\u0000b\u001b[2J\u202ec\u200b'
    const response = await browser('POST', '/v1/goals', {
      body: {
        title: 'x',
        detailedDescription: text,
        timeframe: { kind: 'continuous' },
        criteria: [{ title: 'x', description: text }],
      },
    })
    const goal = goalOf(response)
    expect(goal).toMatchObject({ detailedDescription: text, criteria: [{ description: text }] })
    expect((await report(browser, goal.id, { details: text, idempotencyKey: text })).status).toBe(201)
    const label = await createLabel(browser, 'plain', { color: text, description: text })
    expect(label).toMatchObject({ color: text, description: text })
  })
})

describe('the letters of an address', () => {
  it.each(['boo\u212a@example.com', 'İ@example.com', '\u200bada@example.com', 'ada@exam\u00adple.com'])(
    '400s %j, which has no unique lower case',
    async (email) => {
      const response = await browser('POST', '/v1/organizations/current/invitations', {
        body: { email, role: 'member' },
      })
      expect(response).toMatchObject({ status: 400, body: { details: [{ path: 'email' }] } })
    },
  )

  it('are accepted in any case', async () => {
    const response = await browser('POST', '/v1/organizations/current/invitations', {
      body: { email: ' Bob@Example.COM ', role: 'member' },
    })
    expect(response).toMatchObject({ status: 201, body: { invitation: { email: 'bob@example.com' } } })
  })
})
