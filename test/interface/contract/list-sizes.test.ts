/**
 * Lambda refuses a large response: it counts the response object as JSON, in which the body's JSON is escaped again. The
 * lists here are full of the largest elements that the contract allows, in the characters that grow most. They are
 * written directly to the table, as the service would have written them, in a fraction of the time.
 */
import { randomUUID } from 'node:crypto'
import { apiTokenScopeRegistry } from '@cairn/contract/schemas/api-tokens'
import type { GoalConflict } from '@cairn/contract/schemas/goals/goal-history'
import { readGoal } from '@cairn/domain/goals/record/read-goal'
import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { goalReportEntity } from '@cairn/domain/storage/table/entities/goals/goal-report'
import {
  encodeRow,
  goalKeyOf,
  goalLabelRowEntity,
  goalRowEntity,
} from '@cairn/domain/storage/table/entities/goals/goal-row'
import { goalStandingEntity } from '@cairn/domain/storage/table/entities/goals/goal-standing'
import { goalTextEntity } from '@cairn/domain/storage/table/entities/goals/goal-text'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { organizationEntity } from '@cairn/domain/storage/table/entities/organizations/organization'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend, type HttpResponse, type Send } from '../../support/requests/exchange.ts'
import { createLabel, publish, report } from '../../support/requests/goals.ts'
import { walk } from '../../support/requests/walk.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { writeRecords } from '../../support/table/write-records.ts'

/** In bytes, from Lambda's own message. */
const responseLimit = 6_291_556

/** The largest request body; JSON escapes make a text two or six times as long. */
const bodyLimit = 256 * 1024

/** More than one page. */
const count = 105

const moment = (index: number) => new Date(Date.UTC(2026, 10, 20) + index).toISOString()
const range = (length: number) => Array.from({ length }, (_, index) => index)

const service = stopAfterFile(await startTestService())
const { database } = service.table
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const adaKey = keyOf(ada.userId)
const { activeOrganizationId: home } = await ada.api.getOrganizationContext()

/** A browser that checks every response against Lambda's limit. */
const browser: Send = async (...request) => {
  const response = await createSend(service, ada)(...request)
  expect(bytesForLambda(response)).toBeLessThanOrEqual(responseLimit)
  return response
}

/** The uncompressed size of the function's response object, as Lambda counts it. */
function bytesForLambda({ status, headers, text }: HttpResponse): number {
  const response = { statusCode: status, headers: Object.fromEntries(headers), body: text }
  return Buffer.byteLength(JSON.stringify(response))
}

/** Creates and activates an organization, so that no list has another test's elements. */
async function newOrganization(): Promise<string> {
  const { activeOrganizationId } = await ada.api.createOrganization({ body: { name: 'Large' } })
  return activeOrganizationId
}

/** Twenty labels of the longest texts in control characters, which take seven bytes each in a response. */
async function createWordyLabels(): Promise<string[]> {
  const wordy = { color: '\u0001'.repeat(32), description: '\u0001'.repeat(500) }
  const labels = await Promise.all(range(20).map((index) => createLabel(browser, `wordy ${index}`, wordy)))
  return labels.map(({ id }) => id)
}

/**
 * The longest text that fits in a request, and how many goals or reports with it exceed one response.
 */
const texts: [name: string, text: string, goals: number, reports: number][] = [
  ['control characters', '\u0001'.repeat((bodyLimit - 1_000) / 6), 24, 98],
  ['quotation marks', '"'.repeat((bodyLimit - 1_000) / 2), 14, 14],
]

describe.each(texts)('goals of 256 KiB in %s, with 20 wordy labels', (_, detailedDescription, more) => {
  const ids: string[] = []
  let labelIds: string[]
  let goalId: string

  beforeAll(async () => {
    const organizationId = await newOrganization()
    labelIds = await createWordyLabels()
    goalId = (await publish(browser, { title: 'x', detailedDescription, labelIds })).id
    const goal = await readGoal(database, organizationId, goalId)
    if (!goal) throw new Error('The goal is not in the table.')
    const rows = range(more).map((index) => ({
      ...goal.row,
      goalId: randomUUID(),
      updatedAt: moment(index),
    }))
    const copies = rows.flatMap((row) =>
      labelIds.map((labelId) => ({ ...encodeRow(row), labelKey: shortId(labelId) })),
    )
    await writeRecords(database, goalRowEntity, rows.map(encodeRow))
    await writeRecords(
      database,
      goalTextEntity,
      rows.map((row) => ({ ...goal.text, ...goalKeyOf(row), version: 1 })),
    )
    await writeRecords(
      database,
      goalStandingEntity,
      rows.map((row) => ({ ...goal.standing, ...goalKeyOf(row), version: 1 })),
    )
    await writeRecords(database, goalLabelRowEntity, copies)
    ids.push(goalId, ...rows.map(({ goalId }) => goalId).reverse())
  }, 60_000)

  it.each<[string, () => Record<string, string>]>([
    ['all', () => ({})],
    ['by label', () => ({ labelId: labelIds[0] ?? '' })],
    ['by label and status', () => ({ labelId: labelIds[19] ?? '', status: 'active' })],
  ])('are listed %s in responses that Lambda sends, each once', async (_, queryOf) => {
    const pages = await walk<{ id: string }>(browser, '/v1/goals', 'goals', queryOf())
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
    // No query of 1 MB bounds a page; it ends only before the goal that would not fit.
    const largest = Buffer.byteLength(JSON.stringify(JSON.stringify(pages[0]?.[0])))
    const most = Math.floor((responseLimit - 64 * 1024) / largest)
    expect(pages[0]?.length).toBeGreaterThanOrEqual(Math.min(most, ids.length) - 1)
  })

  it('200s one of them, which takes less than 1 MiB', async () => {
    const response = await browser('GET', `/v1/goals/${goalId}`)
    expect(response.status).toBe(200)
    expect(bytesForLambda(response)).toBeLessThan(1024 * 1024)
  })
})

describe.each(texts)('a history of the largest reports in %s', (_, details, __, more) => {
  it('is listed in responses that Lambda sends, each report once', async () => {
    const organizationId = await newOrganization()
    const { id: goalId } = await publish(browser)
    const created = await report(browser, goalId, { details })
    expect(created.status).toBe(201)
    expect(bytesForLambda(created)).toBeLessThan(1024 * 1024)
    const record = await readRecord(database, goalReportEntity, {
      ...goalKeyOf({ organizationId, goalId }),
      revision: 2,
    })
    if (!record) throw new Error('The report is not in the table.')
    const reports = range(more).map((index) => ({ ...record, revision: index + 3 }))
    await writeRecords(database, goalReportEntity, reports)
    const pages = await walk<{ revision: number }>(browser, `/v1/goals/${goalId}/updates`, 'updates')
    expect(pages.flat().map(({ revision }) => revision)).toEqual(range(more + 2).map((index) => index + 1))
  })
})

/** Three bytes a character: no other text takes more of a response for each character that a conflict counts. */
const wideTexts: [name: string, text: string][] = [
  ...texts.map(([name, text]): [string, string] => [name, text]),
  ['euro signs', '€'.repeat(Math.floor((bodyLimit - 1_000) / 3))],
]

describe.each(wideTexts)('a history of the largest edits in %s', (_, detailedDescription) => {
  it('is listed, and is part of a conflict, in responses that Lambda sends, each edit once', async () => {
    await newOrganization()
    const { id: goalId } = await publish(browser, { title: 'x', detailedDescription: 'Small.' })
    const path = `/v1/goals/${goalId}`
    for (const index of range(16)) {
      const body = { detailedDescription: `${index % 10}${detailedDescription.slice(1)}` }
      expect((await browser('PATCH', path, { body })).status).toBe(200)
    }
    for (const order of ['asc', 'desc']) {
      const pages = await walk<{ version: number }>(browser, `${path}/edits`, 'edits', { order })
      const versions = range(16).map((index) => index + 2)
      expect(pages.flat().map(({ version }) => version)).toEqual(
        order === 'asc' ? versions : versions.reverse(),
      )
    }
    for (const expectedRevision of range(12).map((index) => index + 1)) {
      const fields = { details: detailedDescription, expectedRevision, idempotencyKey: `${expectedRevision}` }
      expect((await report(browser, goalId, fields)).status).toBe(201)
    }
    for (const response of [
      await browser('PATCH', path, { body: { title: 'y', expectedVersion: 1 } }),
      await report(browser, goalId, { expectedRevision: 1, idempotencyKey: 'late' }),
    ]) {
      expect(response.status).toBe(409)
      const { conflict } = response.body as { conflict: GoalConflict }
      expect(conflict.truncated).toBe(true)
      expect(conflict.updates.at(-1)?.revision).toBe(13)
      expect(conflict.edits.at(-1)?.version).toBe(17)
    }
    const changed = await report(browser, goalId, { details: 'Other', idempotencyKey: '12' })
    expect(changed).toMatchObject({ status: 409, body: { update: { revision: 13 } } })
  }, 60_000)
})

describe('goals with 100 judged criteria and 20 measured values', () => {
  /** 200 characters of a title that take seven bytes each. */
  const title = (index: number) => `${String(index).padStart(3, '0')}${'\u0001'.repeat(197)}`
  const note = '\u0001'.repeat(180)
  const evidence = (length: number) => range(length).map((index) => ({ title: 'Proof', text: String(index) }))

  it('are listed with their reports in responses that Lambda sends', async () => {
    await newOrganization()
    const ids: string[] = []
    for (const index of range(6)) {
      const goal = await publish(browser, {
        title: String(index),
        criteria: range(100).map((at) => ({ title: title(at), description: 'x' })),
        measures: range(20).map((at) => ({
          title: title(at),
          unit: `x${'\u0001'.repeat(19)}`,
          start: -1e12,
          target: 1e12,
        })),
      })
      const response = await report(browser, goal.id, {
        verdicts: goal.criteria.map(({ id }) => ({
          criterionId: id,
          result: 'not_met',
          note,
          evidence: evidence(10),
        })),
        measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 0.000_001 })),
        evidence: evidence(20),
      })
      expect(response.status).toBe(201)
      ids.unshift(goal.id)
    }
    const pages = await walk<{ id: string }>(browser, '/v1/goals', 'goals')
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
    expect((await browser('GET', `/v1/goals/${ids[0]}/updates`)).status).toBe(200)
    const response = await browser('GET', '/v1/goals?view=summary')
    expect(bytesForLambda(response)).toBeLessThan(16 * 1024)
  }, 60_000)
})

/** 100 characters that are not trimmed and take seven bytes each. */
const wordyName = (index: number) => `${String(index).padStart(3, '0')}${'\u0001'.repeat(97)}`
/** The longest id that a provider may assert. */
const wordyUserId = (index: number) => `${String(index).padStart(3, '0')}${'\u0001'.repeat(197)}`

describe('lists of small elements', () => {
  it('of labels has full pages of the longest ones', async () => {
    const organizationId = await newOrganization()
    const labels = range(count).map((index) => ({
      organizationId,
      labelId: randomUUID(),
      name: wordyName(index).slice(0, 64),
      nameSort: wordyName(index).slice(0, 64),
      color: '\u0001'.repeat(32),
      description: '\u0001'.repeat(500),
      useCount: 0,
      createdAt: moment(0),
      createdByUserId: wordyUserId(index),
      updatedAt: moment(0),
      updatedByUserId: wordyUserId(index),
    }))
    await writeRecords(database, goalLabelEntity, labels)
    await expectFullPages(
      '/v1/goal-labels',
      'labels',
      labels.map(({ labelId }) => labelId),
    )
  })

  it('of members has full pages of people with the longest names', async () => {
    const organizationId = await newOrganization()
    // A proxy's assertion has at most 8 KiB, including everything else in it.
    const people = range(count - 1).map((index) => ({
      id: wordyUserId(index),
      displayName: `${String(index).padStart(3, '0')}${'"'.repeat(3_000)}`,
      email: `${'a'.repeat(300)}${index}@example.com`,
    }))
    const members = people.map((person) => newMembership(person, organizationId, 'member', moment(0)))
    await writeRecords(database, membershipEntity, members)
    const pages = await walk<{ userId: string }>(browser, '/v1/organizations/current/members', 'members')
    expect(pages.map(({ length }) => length)).toEqual([100, count - 100])
    expect(pages.flat().map(({ userId }) => userId)).toEqual([ada.userId, ...people.map(({ id }) => id)])
  })

  it('of invitations has full pages of the longest addresses', async () => {
    const organizationId = await newOrganization()
    const inviter = { id: wordyUserId(0), displayName: 'Inviter', email: 'inviter@example.com' }
    await writeRecords(database, membershipEntity, [
      newMembership(inviter, organizationId, 'admin', moment(0)),
    ])
    const invitations = range(count).map((index) => ({
      organizationId,
      invitationId: randomUUID(),
      email: `${'a'.repeat(300)}${index}@example.com`,
      role: 'member' as const,
      status: 'pending' as const,
      tokenHash: 'b'.repeat(64),
      invitedByUserId: inviter.id,
      expiresAt: '9999-12-31T00:00:00.000Z',
      createdAt: moment(index),
    }))
    await writeRecords(database, invitationEntity, invitations)
    const ids = invitations.map(({ invitationId }) => invitationId).reverse()
    await expectFullPages('/v1/organizations/current/invitations', 'invitations', ids)
  })

  it('of API tokens has full pages of the longest names', async () => {
    const organizationId = await newOrganization()
    const tokens = range(count).map((index) => ({
      tokenId: randomUUID(),
      userKey: adaKey,
      userId: ada.userId,
      organizationId,
      joinId: organizationId,
      name: wordyName(index),
      kind: 'client' as const,
      listing: 'listed' as const,
      scopes: apiTokenScopeRegistry.map(({ id }) => id),
      secretHash: 'b'.repeat(64),
      expiresAt: '9999-12-31T00:00:00.000Z',
      createdAt: moment(index),
      ttl: 253_402_214_400,
    }))
    await writeRecords(database, apiTokenEntity, tokens)
    await expectFullPages('/v1/api-tokens', 'tokens', tokens.map(({ tokenId }) => tokenId).reverse())
  })

  it('of organizations holds 100 of the longest names in one response', async () => {
    const user = { id: ada.userId, displayName: 'Ada', email: ada.email }
    const organizations = range(100).map((index) => ({
      organizationId: randomUUID(),
      name: wordyName(index),
      createdAt: moment(index),
      createdByUserId: ada.userId,
      updatedAt: moment(index),
    }))
    const memberships = organizations.map(({ organizationId, createdAt }) =>
      newMembership(user, organizationId, 'owner', createdAt),
    )
    await writeRecords(database, organizationEntity, organizations)
    await writeRecords(database, membershipEntity, memberships)
    await ada.api.switchOrganization({ body: { organizationId: home } })
    for (const path of ['/v1/organizations', '/v1/auth/session']) {
      const { body } = await browser('GET', path)
      const names = (body as { organizations: { name: string }[] }).organizations.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(organizations.map(({ name }) => name)))
    }
  })

  async function expectFullPages(path: string, name: string, ids: string[]): Promise<void> {
    const pages = await walk<{ id: string }>(browser, path, name)
    expect(pages.map(({ length }) => length)).toEqual([100, count - 100])
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
  }
})
