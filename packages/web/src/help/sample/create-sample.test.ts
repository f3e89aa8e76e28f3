import { ApiError, type Client } from '@cairn/contract/http/client'
import { createGoalUpdateRequest } from '@cairn/contract/schemas/goals/goal-history'
import { createGoalLabelRequest } from '@cairn/contract/schemas/goals/goal-labels'
import { createGoalRequest } from '@cairn/contract/schemas/goals/goals'
import { createOrganizationRequest } from '@cairn/contract/schemas/people/organizations'
import { expect, test } from 'vitest'
import { type SampleGoal, shapes } from './content/shapes.ts'
import { german } from './content/texts.de.ts'
import { texts } from './content/texts.ts'
import { createSample, type SampleProgress, sampleSteps } from './create-sample.ts'

type Call = { operation: string; key: string | undefined; organizationId: string | undefined }

/** A service that checks what it gets, creates one thing for each key, and calls `onCall` before each. */
function createService(onCall: (call: number) => void = () => undefined) {
  const calls: Call[] = []
  const made = new Map<string, unknown>()
  const clientFor = (organizationId: string | undefined, key?: string) => {
    const take = <T>(operation: string, ownKey: string | undefined, make: (id: string) => T): T => {
      calls.push({ operation, key: ownKey, organizationId })
      onCall(calls.length)
      if (ownKey === undefined) return make('edited')
      if (!made.has(ownKey)) made.set(ownKey, make(crypto.randomUUID()))
      return made.get(ownKey) as T
    }
    const client = {
      createOrganization: async ({ body }: { body: unknown }) => {
        createOrganizationRequest().parse(body)
        return take('organization', key, () => ({ activeOrganizationId: 'sample' }))
      },
      createGoalLabel: async ({ body }: { body: unknown }) => {
        createGoalLabelRequest().parse(body)
        return take('label', key, (id) => ({ label: { id } }))
      },
      createGoal: async ({ body }: { body: unknown }) => {
        const { criteria = [], measures = [] } = createGoalRequest().parse(body)
        const withId = () => ({ id: crypto.randomUUID() })
        return take('goal', key, (id) => ({
          goal: { id, criteria: criteria.map(withId), measures: measures.map(withId) },
        }))
      },
      createGoalUpdate: async ({ body }: { body: { idempotencyKey: string } }) => {
        createGoalUpdateRequest().parse(body)
        return take('report', body.idempotencyKey, (id) => ({ id }))
      },
      updateGoal: async () => take('edit', undefined, (id) => ({ id })),
    }
    return client as unknown as Client
  }
  return { calls, made, clientFor }
}

const newRun = () => ({ id: 'run', startedAt: new Date('2026-11-23T10:00:00Z'), userId: 'email:ann' })

function optionsOf(service: ReturnType<typeof createService>, controller = new AbortController()) {
  const progress: SampleProgress[] = []
  return {
    clientFor: service.clientFor,
    pause: async () => undefined,
    signal: controller.signal,
    onOrganization: () => undefined,
    onProgress: (next: SampleProgress) => progress.push(next),
    progress,
  }
}

test('makes valid goals and reports, each with a key of its own, in the new organization', async () => {
  const service = createService()
  const options = optionsOf(service)
  expect(await createSample(newRun(), options)).toBe('sample')
  expect(service.calls.length).toBe(sampleSteps)
  expect(options.progress.at(-1)).toEqual({ done: sampleSteps, total: sampleSteps })
  const [first, ...others] = service.calls
  expect(first?.organizationId).toBeUndefined()
  expect(new Set(others.map(({ organizationId }) => organizationId))).toEqual(new Set(['sample']))
  const keys = service.calls.flatMap(({ key }) => key ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  expect(others.filter(({ operation }) => operation === 'goal').length).toBe(8)
})

test('goes on after a failure, and makes nothing twice', async () => {
  const service = createService((call) => {
    if (call === 12)
      throw new ApiError(new Response(null, { status: 500 }), { error: 'internal_error', message: '' })
  })
  const run = newRun()
  await expect(createSample(run, optionsOf(service))).rejects.toThrow(ApiError)
  expect(run).toMatchObject({ organizationId: 'sample' })
  const before = service.made.size
  await createSample(run, optionsOf(service))
  expect(before).toBe(11)
  expect(service.made.size).toBe(
    sampleSteps - service.calls.filter(({ operation }) => operation === 'edit').length,
  )
})

test('waits for a service that is busy', async () => {
  const service = createService((call) => {
    if (call === 5)
      throw new ApiError(new Response(null, { status: 429 }), { error: 'too_many_requests', message: '' })
  })
  await createSample(newRun(), optionsOf(service))
  expect(service.calls.length).toBe(sampleSteps + 1)
})

test('stops between two requests', async () => {
  const controller = new AbortController()
  const service = createService((call) => call === 7 && controller.abort())
  await expect(createSample(newRun(), optionsOf(service, controller))).rejects.toThrow('aborted')
  expect(service.calls.length).toBe(7)
})

const names = Object.keys(shapes) as SampleGoal[]

test.each(names)('the words of %s match its numbers, in both languages', (name) => {
  const { reports, measure } = shapes[name]
  for (const words of [texts.goals[name], german.goals[name]]) {
    expect(words.reports.length).toBe(reports.length)
    expect(words.measures.length).toBe(measure ? 1 : 0)
    expect(words.criteria.length).toBe(texts.goals[name].criteria.length)
    expect('evidence' in words).toBe(reports.some(({ hasEvidence }) => hasEvidence))
    for (const { verdicts = [] } of reports)
      expect(verdicts.length).toBeLessThanOrEqual(words.criteria.length)
  }
})

test('shows every status that a goal can be in, each health, and a goal without an owner', () => {
  const last = names.map((name) => shapes[name].reports.at(-1))
  expect(new Set(last.flatMap((report) => report?.health ?? []))).toEqual(
    new Set(['on_track', 'at_risk', 'off_track']),
  )
  expect(last.flatMap((report) => report?.status ?? []).sort()).toEqual(['completed', 'paused'])
  expect(names.some((name) => !shapes[name].isOwned)).toBe(true)
})
