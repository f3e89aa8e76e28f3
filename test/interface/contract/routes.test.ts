import { request } from 'node:http'
import { allOperations, type Operation } from '@cairn/contract'
import { errorBody } from '@cairn/contract/schemas/error-body'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../../support/operations/examples.ts'
import { newcomer } from '../../support/people/sessions.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, pathOf, refusal } from '../../support/requests/exchange.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const anonymous = createSend(service)
const world = await createWorld(service, newcomer)
const browser = createSend(service, world.owner)

const paths = [...new Set(allOperations.map(({ path }) => path))]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND']

const patternOf = ({ path }: Operation) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

describe('an undeclared method', () => {
  it.each(paths)('405s on %s, with the declared methods in Allow', async (path) => {
    const operations = allOperations.filter((operation) => operation.path === path)
    // Another route can match the same path: `/v1/goals/counts` is also `/v1/goals/{goalId}`.
    const sharing = allOperations.filter((operation) => patternOf(operation).test(path))
    const declared = [...new Set(sharing.map(({ method }) => method))].sort()
    const wrong = methods.filter((method) => !declared.some((known) => known === method))
    expect(wrong.length).toBeGreaterThanOrEqual(methods.length - 4)
    for (const method of wrong) {
      const response = await anonymous(method, pathOf(operations[0] as Operation))
      expect(response.status, method).toBe(405)
      if (method !== 'HEAD') expect(response).toMatchObject(refusal('method_not_allowed'))
      expect(response.headers.get('allow')?.split(', ').sort(), method).toEqual(declared)
    }
  })

  it('405s TRACE without echoing the request', async () => {
    const { status, text } = await trace('/v1/goals')
    expect(status).toBe(405)
    expect(errorBody().parse(JSON.parse(text)).error).toBe('method_not_allowed')
  })

  it('405s whatever the session, the body and the Origin', async () => {
    const response = await browser('PUT', '/v1/goals', {
      body: { title: 'x' },
      headers: { origin: 'https://evil.test' },
    })
    expect(response).toMatchObject(refusal('method_not_allowed'))
  })
})

describe('unknown routes', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v2/goals',
    '/v1/goal',
    '/v1/goals/',
    '/v1/Goals',
    '/V1/goals',
    '//v1/goals',
    '/v1//goals',
    '/v1/goals/1/updates/2',
    '/v1/goals//updates',
    '/v1/goal-labels/1/goals',
    '/v1/auth',
    '/v1/auth/login/',
    '/v1/auth/verify',
    '/v1/organizations/current/members/',
    '/health/',
    '/v1/health',
    '/.env',
    '/__proto__',
    '/v1/constructor',
    '/v1/goals%2F1',
    '/%00',
    '/v1/%zz',
  ])('404s %s whatever the method and the credential', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(await anonymous(method, path)).toMatchObject(refusal('not_found'))
    }
    expect(await browser('GET', path)).toMatchObject(refusal('not_found'))
  })
})

describe('path parameters', () => {
  const malformed = [
    'x',
    '1',
    '__proto__',
    'null',
    '%00',
    '%F0%9F%98%80',
    '%zz',
    `${'0'.repeat(36)}`,
    'a%2Fb',
    '..%2F',
  ]
  const withUuid = allOperations.filter(({ params, path }) => params && !path.includes('{userId}'))

  it.each(withUuid.map((operation): [string, Operation] => [operation.id, operation]))(
    '%s refuses malformed ids with its declared code',
    async (_, operation) => {
      const { malformedParams = 'invalid_request' } = operation
      // The body is checked before the id in the path.
      const { body } = await requestOf(operation.id, world)
      for (const id of malformed) {
        const response = await browser(operation.method, pathOf(operation, id), { body })
        expect(response, id).toMatchObject(refusal(malformedParams))
      }
    },
  )

  it('are declared as in the contract: goals, labels and tokens 404, invitations 400', () => {
    const codes = Object.fromEntries(withUuid.map(({ id, malformedParams }) => [id, malformedParams]))
    expect(codes).toMatchObject({
      getGoal: 'goal_not_found',
      updateGoal: 'goal_not_found',
      deleteGoal: 'goal_not_found',
      listGoalUpdates: 'goal_not_found',
      createGoalUpdate: 'goal_not_found',
      getGoalLabel: 'goal_label_not_found',
      updateGoalLabel: 'goal_label_not_found',
      deleteGoalLabel: 'goal_label_not_found',
      revokeApiToken: 'api_token_not_found',
      revokeOrganizationInvitation: undefined,
      resendOrganizationInvitation: undefined,
    })
  })
})

/** `fetch` cannot send TRACE. */
function trace(path: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request(service.origin + path, { method: 'TRACE' }, async (response) => {
      resolve({ status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() })
    })
      .on('error', reject)
      .end()
  })
}
