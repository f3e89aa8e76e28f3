import { shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { signIn, signInAgain } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { publish, report, reportBody, updateOf } from '../../../../support/requests/goals.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { recordsWith } from '../../../../support/table/records.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

const full = {
  status: 'paused',
  health: 'at_risk',
  evaluation: { result: 'not_met', asOf: '2026-11-20T12:00:00+02:00' },
  idempotencyKey: 'first',
}

const revisionOf = async (goalId: string) => (await ada.api.getGoal({ params: { goalId } })).goal.revision

describe('a repeated report', () => {
  it('201s with the first response byte for byte and writes nothing', async () => {
    const { id } = await publish(browser)
    const first = await report(browser, id, full)
    const goal = await browser('GET', `/v1/goals/${id}`)
    // Long texts are indexed behind the answer, and before the feed is read.
    await browser('GET', '/v1/events')
    const records = await recordsWith(service.table, shortId(id))
    expect(records.length).toBeGreaterThan(3)
    clock.advance({ days: 1 })
    for (let retry = 0; retry < 3; retry++) {
      const again = await report(browser, id, full)
      expect([again.status, again.text]).toEqual([201, first.text])
    }
    expect((await browser('GET', `/v1/goals/${id}`)).text).toBe(goal.text)
    expect(await recordsWith(service.table, shortId(id))).toEqual(records)
  })

  it('201s even after the goal has changed: the key is checked before the revision', async () => {
    const { id } = await publish(browser)
    const first = await report(browser, id, full)
    await report(browser, id, { status: 'archived', expectedRevision: 2, idempotencyKey: 'second' })
    await browser('PATCH', `/v1/goals/${id}`, { body: { title: 'moved on', ownerUserId: null } })
    const again = await report(browser, id, full)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(await revisionOf(id)).toBe(3)
  })

  it('201s whatever revision it expects: a job that runs again may read the goal again', async () => {
    const { id } = await publish(browser)
    const first = await report(browser, id, full)
    await report(browser, id, { expectedRevision: 2, idempotencyKey: 'second' })
    for (const expectedRevision of [2, 3, 99]) {
      const again = await report(browser, id, { ...full, expectedRevision })
      expect([again.status, again.text]).toEqual([201, first.text])
    }
    expect(await revisionOf(id)).toBe(3)
  })

  it('201s even after what it judged and measured has been removed', async () => {
    const goal = await publish(browser, {
      criteria: [{ title: 'Done', description: 'All of it' }],
      measures: [{ title: 'Trees', start: 0, target: 1 }],
    })
    const judged = {
      ...full,
      verdicts: goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' })),
      measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 1 })),
    }
    const first = await report(browser, goal.id, judged)
    expect(first.status).toBe(201)
    await browser('PATCH', `/v1/goals/${goal.id}`, { body: { criteria: [], measures: [] } })
    const again = await report(browser, goal.id, judged)
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('201s whatever the order of its fields, the form of its time and the spaces around its summary', async () => {
    const { id } = await publish(browser)
    const first = await report(browser, id, { ...full, summary: 'Summary' })
    const body = reportBody({ ...full, summary: ' Summary ' })
    const turned = Object.fromEntries(Object.entries(body).reverse())
    for (const evaluation of [
      full.evaluation,
      { asOf: '2026-11-20T10:00:00.000Z', result: 'not_met' },
      { result: 'not_met', asOf: '2026-11-20T10:00Z' },
    ]) {
      const again = await browser('POST', `/v1/goals/${id}/updates`, { body: { ...turned, evaluation } })
      expect([again.status, again.text]).toEqual([201, first.text])
    }
  })

  it('201s with null for a missing field, and the other way round', async () => {
    const { id } = await publish(browser)
    const first = await report(browser, id)
    const again = await report(browser, id, { health: null, evaluation: null })
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('201s from another run of another version of the program', async () => {
    const { id } = await publish(browser)
    const program = { runId: 'run 1', clientInfo: { name: 'Helpdesk', version: '1' } }
    const first = await report(browser, id, { ...full, ...program })
    const again = await report(browser, id, {
      ...full,
      runId: 'run 2',
      clientInfo: { name: 'Helpdesk', version: '2' },
      expectedRevision: 2,
    })
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('201s from another session of the same person', async () => {
    const { id } = await publish(browser)
    const first = await report(browser, id, full)
    const elsewhere = createSend(
      service,
      await signInAgain(service, { email: ada.email, displayName: 'Ada' }),
    )
    const again = await report(elsewhere, id, full)
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('201s every time with the same response if all come at once', async () => {
    const { id } = await publish(browser)
    const responses = await Promise.all(Array.from({ length: 10 }, () => report(browser, id, full)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(await revisionOf(id)).toBe(2)
  })
})

describe('a key that was used for another report', () => {
  it.each([
    ['status', { status: 'active' }],
    ['health', { health: 'off_track' }],
    ['health, absent', { health: undefined }],
    ['evaluation', { evaluation: { ...full.evaluation, result: 'met' } }],
    ['time', { evaluation: { ...full.evaluation, asOf: '2026-11-20T12:00:00Z' } }],
    ['evaluation, absent', { evaluation: null }],
    ['summary', { summary: 'Other' }],
    ['summary in another case', { summary: 'half of it is done' }],
    ['details', { details: 'Other' }],
    ['details with a blank', { details: 'The first half. ' }],
    ['evidence', { evidence: [{ title: 'x', text: 'x' }] }],
  ])('409s with another %s, whatever the revision', async (_, fields) => {
    const { id } = await publish(browser)
    await report(browser, id, full)
    const conflict = refusal('goal_update_idempotency_conflict')
    for (const expectedRevision of [1, 2, 9]) {
      expect(await report(browser, id, { ...full, ...fields, expectedRevision })).toMatchObject(conflict)
    }
    expect(await revisionOf(id)).toBe(2)
  })

  it('409s another person who may write the goal', async () => {
    const { id } = await publish(browser)
    const { acceptUrl } = await ada.api.createOrganizationInvitation({
      body: { email: 'admin@example.com', role: 'admin' },
    })
    const admin = await signIn(service, { email: 'admin@example.com', displayName: 'Anna' })
    const token = new URL(acceptUrl).pathname.split('/').at(-1) ?? ''
    await admin.api.acceptOrganizationInvitation({ body: { token } })
    await report(browser, id, full)
    const response = await report(createSend(service, admin), id, full)
    expect(response).toMatchObject(refusal('goal_update_idempotency_conflict'))
  })
})

describe('a key', () => {
  it('belongs to its goal: another goal accepts it', async () => {
    const [one, two] = [await publish(browser), await publish(browser)]
    const [first, second] = [await report(browser, one.id, full), await report(browser, two.id, full)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(updateOf(first).id).not.toBe(updateOf(second).id)
  })

  it('is compared exactly: case, spaces and symbols make another key', async () => {
    const { id } = await publish(browser)
    const keys = [
      'key',
      'KEY',
      ' key',
      'key ',
      'k#ey',
      'ke#y',
      'kéy',
      'ke\u0301y',
      '#',
      '\u0000',
      '__proto__',
      '😀',
    ]
    for (const [index, idempotencyKey] of keys.entries()) {
      const response = await report(browser, id, { idempotencyKey, expectedRevision: index + 1 })
      expect(response.status, idempotencyKey).toBe(201)
      expect(updateOf(response).idempotencyKey).toBe(idempotencyKey)
    }
    expect(await revisionOf(id)).toBe(keys.length + 1)
  })

  it('that the history shows for the publication is unused', async () => {
    const { id } = await publish(browser)
    const { updates } = await ada.api.listGoalUpdates({ params: { goalId: id } })
    const response = await report(browser, id, { idempotencyKey: updates[0]?.idempotencyKey })
    expect(response.status).toBe(201)
  })

  it('is free again after a report that was refused', async () => {
    const { id } = await publish(browser)
    expect(await report(browser, id, { expectedRevision: 5 })).toMatchObject(
      refusal('goal_revision_conflict'),
    )
    expect(await report(browser, id, { details: '' })).toMatchObject(refusal('invalid_request', 'details'))
    expect(await report(browser, id)).toMatchObject({ status: 201 })
  })

  it('is deleted with its goal', async () => {
    const { id } = await publish(browser)
    await report(browser, id, full)
    await browser('DELETE', `/v1/goals/${id}`)
    expect(await report(browser, id, full)).toMatchObject(refusal('goal_not_found'))
  })
})
