import { allOperations, type Operation } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { bearer, createToken, removeMember } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createSend, type HttpResponse, refusal, type Send } from '../../support/requests/exchange.ts'
import { createClock } from '../../support/service/clock.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'

/** `Idempotency-Key`: a creating request can be repeated, and creates one thing. */

const clock = createClock()
const { service, ada, send, signInAs } = await startWithAda({
  clock: clock.read,
  environment: { RATE_LIMITS: 'off' },
})
const bob = await signInAs('Bob')
await join(ada, bob, 'admin')
/** The goal that questions and comments are about. */
const goal = await createGoal(ada)
// A new organization becomes the active one.
const inOrganizationOfGoal = { 'organization-id': goal.organizationId }

let number = 0
const unique = () => `n${++number}`

/** The thing that each operation creates, and the place of its id in the response. */
const creations: Record<string, { body: () => object; idOf: (body: unknown) => string; entity: string }> = {
  createGoal: {
    body: () => ({ detailedDescription: unique(), timeframe: { kind: 'continuous' } }),
    idOf: (body) => (body as { goal: { id: string } }).goal.id,
    entity: 'goalRow',
  },
  askQuestion: {
    body: () => ({ text: unique() }),
    idOf: (body) => (body as { question: { id: string } }).question.id,
    entity: 'goalQuestion',
  },
  createGoalComment: {
    body: () => ({ text: unique() }),
    idOf: (body) => (body as { comment: { id: string } }).comment.id,
    entity: 'goalComment',
  },
  continueGoal: {
    body: () => ({ title: unique(), timeframe: { kind: 'continuous' } }),
    idOf: (body) => (body as { goal: { id: string } }).goal.id,
    entity: 'goalRow',
  },
  createGoalTemplate: {
    body: () => ({ name: unique() }),
    idOf: (body) => (body as { template: { id: string } }).template.id,
    entity: 'goalTemplate',
  },
  createGoalLabel: {
    body: () => ({ name: unique() }),
    idOf: (body) => (body as { label: { id: string } }).label.id,
    entity: 'goalLabel',
  },
  createGoalView: {
    body: () => ({ name: unique(), query: '' }),
    idOf: (body) => (body as { goalView: { id: string } }).goalView.id,
    entity: 'goalView',
  },
  createOrganization: {
    body: () => ({ name: unique() }),
    idOf: (body) => (body as { activeOrganizationId: string }).activeOrganizationId,
    entity: 'organization',
  },
  createOrganizationInvitation: {
    body: () => ({ email: `${unique()}@example.com`, role: 'member' }),
    idOf: (body) => (body as { invitation: { id: string } }).invitation.id,
    entity: 'invitation',
  },
  createApiToken: {
    body: () => ({ name: unique(), scopes: ['goals:read'] }),
    idOf: (body) => (body as { token: { id: string } }).token.id,
    entity: 'apiToken',
  },
  createWebhook: {
    body: () => ({ url: `http://127.0.0.1:1024/${unique()}` }),
    idOf: (body) => (body as { webhook: { id: string } }).webhook.id,
    entity: 'webhook',
  },
}

/** Without a body there is nothing that tells two requests apart: `request-report.test.ts` has that operation. */
const operations = allOperations
  .filter(({ repeated, body }) => repeated && body)
  .map((one) => [one.id, one] as const)
const creationOf = ({ id }: Operation) => {
  const creation = creations[id]
  if (!creation) throw new Error(`There is no example of ${id}.`)
  return creation
}
const create = ({ method, path }: Operation, body: object, key: string | undefined, by: Send = send) =>
  by(method, path.replace('{goalId}', goal.id), {
    body,
    headers: { 'idempotency-key': key, ...(path.includes('{goalId}') && inOrganizationOfGoal) },
  })

const countOf = async (operation: Operation): Promise<number> => {
  const content = await readTable(service.table.database)
  return (content as Record<string, unknown[]>)[creationOf(operation).entity]?.length ?? 0
}

/** The response to a repeated request. */
function expectRepeated(operation: Operation, first: HttpResponse, repeated: HttpResponse): void {
  if (operation.repeated === 'first_response') {
    expect([repeated.status, repeated.text]).toEqual([201, first.text])
    expect([first, repeated].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
      null,
      'true',
    ])
  } else {
    const id = creationOf(operation).idOf(first.body)
    expect(repeated).toMatchObject(refusal('idempotency_secret_gone'))
    expect(repeated.body).toMatchObject({ id })
    expect(Object.keys(repeated.body as object).toSorted()).toEqual(['error', 'id', 'message'])
  }
}

it('is taken by every operation that creates something for its caller', () => {
  expect(operations.map(([id]) => id).toSorted()).toEqual(Object.keys(creations).toSorted())
})

it('stores no text of a goal a second time, and repeats the response with all of them', async () => {
  const operation = allOperations.find(({ id }) => id === 'createGoal') as Operation
  const body = {
    title: 'A goal',
    detailedDescription: 'A long description.',
    timeframe: { kind: 'continuous' },
    criteria: [
      { title: 'First', description: 'The first criterion.' },
      { title: 'Second', description: 'The second criterion.' },
    ],
  }
  const first = await create(operation, body, 'with texts')
  const { creationKey } = await readTable(service.table.database)
  const stored = JSON.stringify(creationKey)
  expect(stored).toContain('First')
  for (const text of ['A long description.', 'The first criterion.', 'The second criterion.']) {
    expect(stored).not.toContain(text)
  }
  expectRepeated(operation, first, await create(operation, body, 'with texts'))
})

describe.each(operations)('%s', (_, operation) => {
  const { body: newBody } = creationOf(operation)

  it('creates one thing for a repeated request', async () => {
    const body = newBody()
    const first = await create(operation, body, 'once')
    expect(first.status).toBe(201)
    const count = await countOf(operation)
    for (let attempt = 0; attempt < 3; attempt++) {
      expectRepeated(operation, first, await create(operation, body, 'once'))
    }
    expect(await countOf(operation)).toBe(count)
    await expectSoundTable(service.table.database)
  })

  it('creates one thing for 32 requests at once', async () => {
    const body = newBody()
    const key = unique()
    const count = await countOf(operation)
    const responses = await Promise.all(Array.from({ length: 32 }, () => create(operation, body, key)))
    expect(await countOf(operation)).toBe(count + 1)
    const created = responses.filter(({ status }) => status === 201)
    const [first] = created
    if (!first) throw new Error('No request created anything.')
    if (operation.repeated === 'first_response') expect(created).toHaveLength(32)
    else expect(created).toHaveLength(1)
    for (const response of responses) if (response !== first) expectRepeated(operation, first, response)
    await expectSoundTable(service.table.database)
  })

  it('409s another body with the same key and creates nothing', async () => {
    const key = unique()
    expect(await create(operation, newBody(), key)).toMatchObject({ status: 201 })
    const count = await countOf(operation)
    expect(await create(operation, newBody(), key)).toMatchObject(refusal('idempotency_conflict'))
    expect(await countOf(operation)).toBe(count)
  })

  it('creates another thing without a key, with another key, and for another caller', async () => {
    const count = await countOf(operation)
    const key = unique()
    const others: [key: string | undefined, by: Send][] = [
      [key, send],
      [unique(), send],
      [undefined, send],
      [undefined, send],
      [key, createSend(service, bob)],
    ]
    for (const [otherKey, by] of others) {
      expect(await create(operation, newBody(), otherKey, by)).toMatchObject({ status: 201 })
    }
    expect(await countOf(operation)).toBe(count + others.length)
  })

  it('forgets the key after 24 hours, but not before', async () => {
    const body = newBody()
    const key = unique()
    const first = await create(operation, body, key)
    clock.advance({ days: 1, milliseconds: -1 })
    expectRepeated(operation, first, await create(operation, body, key))
    clock.advance({ milliseconds: 1 })
    expect(await create(operation, newBody(), key)).toMatchObject({ status: 201 })
    await expectSoundTable(service.table.database)
  })

  it('does not use the key for a refused request', async () => {
    const key = unique()
    expect(await create(operation, { nothing: true }, key)).toMatchObject(refusal('invalid_request'))
    expect(await create(operation, newBody(), key)).toMatchObject({ status: 201 })
  })

  it.each([
    ['an empty key', ''],
    ['201 characters', 'k'.repeat(201)],
    ['a character beyond ASCII', 'caf\u00e9'],
  ])('400s %s', async (_name, key) => {
    const count = await countOf(operation)
    expect(await create(operation, newBody(), key)).toMatchObject(
      refusal('invalid_request', 'Idempotency-Key'),
    )
    expect(await countOf(operation)).toBe(count)
  })

  it('201s with a key of 200 characters', async () => {
    const key = `~ !"#${unique()}`.padEnd(200, '%')
    expect(await create(operation, newBody(), key)).toMatchObject({ status: 201 })
  })
})

describe('a key', () => {
  it('belongs to one operation', async () => {
    const key = unique()
    for (const [, operation] of operations) {
      expect(await create(operation, creationOf(operation).body(), key)).toMatchObject({ status: 201 })
    }
  })

  it('belongs to one credential: a session and two tokens of a person create three goals', async () => {
    const body = { detailedDescription: 'Three', timeframe: { kind: 'continuous' } }
    const tokens = [await createToken(ada), await createToken(ada)]
    const senders = [{}, ...tokens.map(({ secret }) => ({ ...bearer(secret), cookie: undefined }))]
    const ids = new Set<string>()
    for (const headers of senders) {
      for (let attempt = 0; attempt < 2; attempt++) {
        const response = await send('POST', '/v1/goals', {
          body,
          headers: { ...headers, 'idempotency-key': 'mine' },
        })
        expect(response.status).toBe(201)
        ids.add((response.body as { goal: { id: string } }).goal.id)
      }
    }
    expect(ids.size).toBe(3)
  })

  it('belongs to one organization', async () => {
    const { organizations } = await ada.api.getOrganizationContext()
    const ids = new Set<string>()
    for (const { id } of organizations.slice(0, 2)) {
      const response = await send('POST', '/v1/goals', {
        body: { detailedDescription: 'Two', timeframe: { kind: 'continuous' } },
        headers: { 'idempotency-key': 'two', 'organization-id': id },
      })
      ids.add((response.body as { goal: { id: string } }).goal.id)
    }
    expect(ids.size).toBe(2)
  })

  it('returns the first response after what it created has changed or is gone', async () => {
    const body = { detailedDescription: 'Soon gone', timeframe: { kind: 'continuous' } }
    const request = { body, headers: { 'idempotency-key': unique() } }
    const first = await send('POST', '/v1/goals', request)
    const goalId = (first.body as { goal: { id: string } }).goal.id
    await send('PATCH', `/v1/goals/${goalId}`, { body: { title: 'Changed' } })
    expect((await send('POST', '/v1/goals', request)).text).toBe(first.text)
    await send('DELETE', `/v1/goals/${goalId}`)
    expect((await send('POST', '/v1/goals', request)).text).toBe(first.text)
  })

  it('is of no use after the caller lost the membership', async () => {
    const cem = await signInAs('Cem')
    const organizationId = await join(ada, cem)
    const request = {
      body: { detailedDescription: 'From a member', timeframe: { kind: 'continuous' } },
      headers: { 'idempotency-key': unique(), 'organization-id': organizationId },
    }
    const byCem = createSend(service, cem)
    expect(await byCem('POST', '/v1/goals', request)).toMatchObject({ status: 201 })
    await removeMember(service, cem.userId, organizationId)
    expect(await byCem('POST', '/v1/goals', request)).toMatchObject(refusal('membership_not_found'))
  })
})
