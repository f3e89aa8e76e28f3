import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { sessionOf } from '../../../support/people/sessions.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const { owner, member, stranger } = await createWorld(service)
const { database } = service.table
const send = createSend(service, member)

afterAll(async () => {
  await expectSoundTable(database)
})

const newParams = async (somebody: Browser = owner) => ({ goalId: (await createGoal(somebody)).id })
const put = ({ api }: Browser, params: { goalId: string }, content: string | Record<string, unknown>) =>
  api.putGoalDraft({ params, body: { content } })

describe('a draft', () => {
  it.each([
    ['a text', 'Half of it.\n\u{1F333}'],
    ['an object', { summary: 'Half', verdicts: { a: { result: 'met' } }, list: [1, null, true], '': '' }],
  ])('keeps %s exactly', async (_, content) => {
    const params = await newParams()
    const draft = {
      content,
      updatedAt: clock.timestamp,
      expiresAt: new Date(Date.parse(clock.timestamp) + 30 * 86_400_000).toISOString(),
    }
    expect(await put(member, params, content)).toEqual({ draft })
    expect(await member.api.getGoalDraft({ params })).toEqual({ draft })
  })

  it('is one’s own, also about a goal of somebody else', async () => {
    const params = await newParams()
    await put(member, params, 'Mine')
    expect(await outcomeOf(owner.api.getGoalDraft({ params }))).toBe('404 draft_not_found')
    await put(owner, params, 'Other')
    await owner.api.deleteGoalDraft({ params })
    expect((await member.api.getGoalDraft({ params })).draft.content).toBe('Mine')
  })

  it('changes neither the goal nor the feed', async () => {
    const params = await newParams()
    const before = await owner.api.getGoal({ params })
    const { cursor } = await owner.api.listEvents()
    await put(owner, params, 'Half')
    expect(await owner.api.getGoal({ params })).toEqual(before)
    expect((await owner.api.listEvents({ query: { after: cursor } })).events).toEqual([])
  })

  it('is deleted once, and again without an error', async () => {
    const params = await newParams()
    await put(member, params, 'Half')
    await member.api.deleteGoalDraft({ params })
    await member.api.deleteGoalDraft({ params })
    expect(await outcomeOf(member.api.getGoalDraft({ params }))).toBe('404 draft_not_found')
  })

  it('takes at most 64 KiB as JSON', async () => {
    const params = await newParams()
    expect(await outcomeOf(put(member, params, 'a'.repeat(64 * 1024 - 2)))).toBe('ok')
    expect(await outcomeOf(put(member, params, 'a'.repeat(64 * 1024 - 1)))).toBe('413 payload_too_large')
    // Bytes count, not characters.
    expect(await outcomeOf(put(member, params, { text: '\u{1F333}'.repeat(17 * 1024) }))).toBe(
      '413 payload_too_large',
    )
  })

  it.each([
    [{}],
    [{ content: null }],
    [{ content: 1 }],
    [{ content: ['a'] }],
    [{ content: 'a', goalId: 'b' }],
  ])('400s for %j', async (body) => {
    const { goalId } = await newParams()
    const response = await send('PUT', `/v1/goals/${goalId}/draft`, { body })
    expect(response).toMatchObject(refusal('invalid_request'))
  })

  it('is of no use to other organizations and programs', async () => {
    const params = await newParams()
    await put(member, params, 'Half')
    const program = programWith(service, await createToken(member, ['goals:read', 'goals:write']))
    for (const [api, expected] of [
      [stranger.api, '404 goal_not_found'],
      [program, '401 unauthorized'],
    ] as const) {
      expect(await outcomeOf(api.getGoalDraft({ params }))).toBe(expected)
      expect(await outcomeOf(api.putGoalDraft({ params, body: { content: 'x' } }))).toBe(expected)
      expect(await outcomeOf(api.deleteGoalDraft({ params }))).toBe(expected)
    }
  })

  it('goes with the goal, also if both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const params = await newParams()
      await put(member, params, 'Half')
      const [outcome] = await Promise.all([
        outcomeOf(put(owner, params, 'Half')),
        owner.api.deleteGoal({ params }),
      ])
      expect(['ok', '404 goal_not_found']).toContain(outcome)
      expect(await outcomeOf(put(member, params, 'Half'))).toBe('404 goal_not_found')
    }
    await expect
      .poll(async () => {
        const { goalDraft, goalRow } = await readTable(database)
        const goals = new Set(goalRow.map(({ goalKey }) => goalKey))
        return goalDraft.filter(({ goalKey }) => !goals.has(goalKey))
      })
      .toEqual([])
  })
})

it('20 writes of a draft at once: one of them is the draft', async () => {
  const params = await newParams()
  const responses = await allAtOnce(20, (index) => put(member, params, `Draft ${index}`))
  expect(tally(responses)).toEqual({ ok: 20 })
  expect((await member.api.getGoalDraft({ params })).draft.content).toMatch(/^Draft \d+$/)
})

it('is kept for 30 days after the last change', async () => {
  const params = await newParams()
  const lasting = async () => ({ ...member, ...(await sessionOf(service, member, clock.read())) })
  clock.advance({ days: 20 })
  const later = await lasting()
  await put(later, params, 'First')
  clock.advance({ days: 20 })
  const evenLater = await lasting()
  await put(evenLater, params, 'Second')
  clock.advance({ days: 29 })
  const last = await lasting()
  expect((await last.api.getGoalDraft({ params })).draft.content).toBe('Second')
  clock.advance({ days: 1 })
  expect(await outcomeOf(last.api.getGoalDraft({ params }))).toBe('404 draft_not_found')
})
