/** Verdicts, measured values and evidence of a report, and who made it with what. */
import type { Goal } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { refusal, unknownId } from '../../../../support/requests/exchange.ts'
import { goalOf, publish, report, updateOf } from '../../../../support/requests/goals.ts'

const { ada, send: browser } = await startWithAda()

const read = async ({ id }: Goal) => goalOf(await browser('GET', `/v1/goals/${id}`))
const range = (length: number) => Array.from({ length }, (_, index) => index)
const goal = await publish(browser, {
  criteria: range(100).map((index) => ({ title: `Criterion ${index}`, description: 'x' })),
  measures: range(20).map((index) => ({ title: `Measure ${index}`, start: 0, target: 10 })),
})
const criterionId = goal.criteria[0]?.id ?? ''
const measureId = goal.measures[0]?.id ?? ''

let reports = 0
/** Reports on the goal at its current revision. */
async function tell(fields: object) {
  const { revision } = await read(goal)
  return report(browser, goal.id, {
    expectedRevision: revision,
    idempotencyKey: `key ${reports++}`,
    ...fields,
  })
}

const link = { title: 'Dashboard', url: 'https://example.com/' }
const quote = { title: 'Quote', text: 'It works.' }
const digest = '0123456789abcdef'.repeat(4)

describe('the content of a report', () => {
  it('comes back exactly as sent, in the response, in the history and to a retry', async () => {
    const sent = {
      verdicts: [
        {
          criterionId,
          result: 'met',
          note: ' Kept exactly.\n',
          evidence: [link, { ...quote, sha256: digest }],
        },
        { criterionId: goal.criteria[1]?.id, result: 'unknown' },
        { criterionId: goal.criteria[2]?.id, result: 'not_met', evidence: [] },
      ],
      measurements: [{ measureId, value: -0.5 }],
      evidence: [{ ...link, text: ' both ' }],
      idempotencyKey: 'exact',
    }
    const body = { ...sent, runId: 'run 7', clientInfo: { name: 'agent', version: '1.2' } }
    const { revision } = await read(goal)
    const first = await report(browser, goal.id, { ...body, expectedRevision: revision })
    expect(first.status).toBe(201)
    expect(updateOf(first)).toMatchObject({
      ...sent,
      actor: { kind: 'user', id: ada.userId, runId: 'run 7' },
      clientInfo: body.clientInfo,
    })
    expect(JSON.stringify(updateOf(first).verdicts)).toBe(JSON.stringify(sent.verdicts))
    const { updates } = await ada.api.listGoalUpdates({ params: { goalId: goal.id } })
    expect(updates.at(-1)).toEqual(updateOf(first))
    const again = await report(browser, goal.id, { ...body, expectedRevision: revision })
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('names the version that was judged and the one that it made', async () => {
    const { version, historyHash } = await read(goal)
    const update = updateOf(await tell({}))
    expect(update).toMatchObject({ goalVersion: version, version: version + 1, previousHash: historyHash })
    expect(await read(goal)).toMatchObject({ version: version + 1, historyHash: update.hash })
  })

  it('is empty without fields, and with empty ones', async () => {
    for (const fields of [{}, { verdicts: [], measurements: [], evidence: [] }]) {
      expect(updateOf(await tell(fields))).toMatchObject({ verdicts: [], measurements: [], evidence: [] })
    }
  })
})

describe('limits', () => {
  it.each<[string, object]>([
    [
      'a verdict on each of 100 criteria',
      { verdicts: goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' })) },
    ],
    [
      'a value for each of 20 measures',
      { measurements: goal.measures.map(({ id }) => ({ measureId: id, value: 1 })) },
    ],
    ['20 pieces of evidence', { evidence: range(20).map(() => link) }],
    [
      '10 pieces of evidence for a verdict',
      { verdicts: [{ criterionId, result: 'met', evidence: range(10).map(() => quote) }] },
    ],
    ['a note of 2,000 emoji', { verdicts: [{ criterionId, result: 'met', note: '😀'.repeat(2_000) }] }],
    ['an evidence title of 200 emoji', { evidence: [{ ...link, title: '😀'.repeat(200) }] }],
    ['an evidence text of 2,000 emoji', { evidence: [{ title: 'x', text: '😀'.repeat(2_000) }] }],
    [
      'an address of 2,000 characters',
      { evidence: [{ title: 'x', url: `https://example.com/${'x'.repeat(1_980)}` }] },
    ],
    [
      'an address with everything',
      { evidence: [{ title: 'x', url: 'https://example.com:8443/a/%20?b=c&d#e' }] },
    ],
    ['an address in another script', { evidence: [{ title: 'x', url: 'https://例え.jp/目標?q=é' }] }],
    ['a run id of 200 characters', { runId: 'x'.repeat(200) }],
    ['a client of 100 and 50 characters', { clientInfo: { name: 'x'.repeat(100), version: 'y'.repeat(50) } }],
    ['ids in capitals', { verdicts: [{ criterionId: criterionId.toUpperCase(), result: 'met' }] }],
    ['the smallest value', { measurements: [{ measureId, value: -1e12 }] }],
    ['the largest value', { measurements: [{ measureId, value: 1e12 }] }],
  ])('accept %s', async (_, fields) => {
    expect((await tell(fields)).status).toBe(201)
  })

  const verdict = { criterionId, result: 'met' }
  const proof = (fields: object) => ({ evidence: [{ title: 'x', ...fields }] })
  it.each<[string, object, string]>([
    ['a repeated criterion', { verdicts: [verdict, { ...verdict, result: 'unknown' }] }, 'verdicts'],
    [
      'a criterion repeated in capitals',
      { verdicts: [verdict, { ...verdict, criterionId: criterionId.toUpperCase() }] },
      'verdicts',
    ],
    [
      '101 verdicts',
      {
        verdicts: range(101).map((index) => ({
          ...verdict,
          criterionId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        })),
      },
      'verdicts',
    ],
    ['verdicts that are null', { verdicts: null }, 'verdicts'],
    ['a verdict without a result', { verdicts: [{ criterionId }] }, 'verdicts.0.result'],
    ['an unknown result', { verdicts: [{ ...verdict, result: 'done' }] }, 'verdicts.0.result'],
    [
      'a criterion id that is none',
      { verdicts: [{ ...verdict, criterionId: 'x' }] },
      'verdicts.0.criterionId',
    ],
    ['an empty note', { verdicts: [{ ...verdict, note: '' }] }, 'verdicts.0.note'],
    ['a blank note', { verdicts: [{ ...verdict, note: ' \n' }] }, 'verdicts.0.note'],
    ['a note that is null', { verdicts: [{ ...verdict, note: null }] }, 'verdicts.0.note'],
    [
      'a note of 2,001 characters',
      { verdicts: [{ ...verdict, note: 'x'.repeat(2_001) }] },
      'verdicts.0.note',
    ],
    [
      '11 pieces of evidence for a verdict',
      { verdicts: [{ ...verdict, evidence: range(11).map(() => link) }] },
      'verdicts.0.evidence',
    ],
    ['a verdict with more', { verdicts: [{ ...verdict, asOf: '2026-11-20T10:00:00Z' }] }, 'verdicts.0.asOf'],
    ['a repeated measure', { measurements: range(2).map(() => ({ measureId, value: 1 })) }, 'measurements'],
    ['a value that is text', { measurements: [{ measureId, value: '1' }] }, 'measurements.0.value'],
    ['a value that is null', { measurements: [{ measureId, value: null }] }, 'measurements.0.value'],
    ['a value over 1e12', { measurements: [{ measureId, value: 1e12 + 1 }] }, 'measurements.0.value'],
    [
      'a value with 7 decimals',
      { measurements: [{ measureId, value: 1.000_000_1 }] },
      'measurements.0.value',
    ],
    ['a measurement without a value', { measurements: [{ measureId }] }, 'measurements.0.value'],
    ['21 pieces of evidence', { evidence: range(21).map(() => link) }, 'evidence'],
    ['evidence without address and text', proof({}), 'evidence.0.url'],
    ['evidence with a digest only', proof({ sha256: digest }), 'evidence.0.url'],
    ['evidence without a title', { evidence: [{ text: 'x' }] }, 'evidence.0.title'],
    [
      'an evidence title of 201 characters',
      { evidence: [{ ...link, title: 'x'.repeat(201) }] },
      'evidence.0.title',
    ],
    ['an invisible evidence title', { evidence: [{ ...link, title: '\u200b' }] }, 'evidence.0.title'],
    ['an evidence text of 2,001 characters', proof({ text: 'x'.repeat(2_001) }), 'evidence.0.text'],
    ['a blank evidence text', proof({ text: ' ' }), 'evidence.0.text'],
    ['half a surrogate pair in a text', proof({ text: '\ud83d' }), 'evidence.0.text'],
    [
      'an address of 2,001 characters',
      proof({ url: `https://example.com/${'x'.repeat(1_981)}` }),
      'evidence.0.url',
    ],
    ['an http address', proof({ url: 'http://example.com/' }), 'evidence.0.url'],
    ['a javascript address', proof({ url: 'javascript:alert(1)' }), 'evidence.0.url'],
    ['a data address', proof({ url: 'data:text/html,x' }), 'evidence.0.url'],
    ['an address without a host', proof({ url: 'https://' }), 'evidence.0.url'],
    ['an address without slashes', proof({ url: 'https:example.com' }), 'evidence.0.url'],
    ['an address with a blank', proof({ url: 'https://example.com/a b' }), 'evidence.0.url'],
    ['an address with a line break', proof({ url: 'https://example.com/\nx' }), 'evidence.0.url'],
    ['an address after a blank', proof({ url: ' https://example.com/' }), 'evidence.0.url'],
    ['an address with a bad port', proof({ url: 'https://example.com:99999/' }), 'evidence.0.url'],
    ['an address with a user', proof({ url: 'https://example.com@evil.example/' }), 'evidence.0.url'],
    ['an address with a password', proof({ url: 'https://:p@example.com/' }), 'evidence.0.url'],
    ['an address with an override', proof({ url: 'https://example.com/\u202etxt' }), 'evidence.0.url'],
    [
      'an address with an invisible character',
      proof({ url: 'https://exa\u200bmple.com/' }),
      'evidence.0.url',
    ],
    ['an address with a backslash', proof({ url: 'https://example.com\\@evil.example' }), 'evidence.0.url'],
    ['an empty address', proof({ url: '', text: 'x' }), 'evidence.0.url'],
    ['a digest of 63 digits', proof({ text: 'x', sha256: digest.slice(1) }), 'evidence.0.sha256'],
    ['a digest of 65 digits', proof({ text: 'x', sha256: `${digest}0` }), 'evidence.0.sha256'],
    ['a digest in capitals', proof({ text: 'x', sha256: digest.toUpperCase() }), 'evidence.0.sha256'],
    ['a digest with a line break', proof({ text: 'x', sha256: `${digest}\n` }), 'evidence.0.sha256'],
    ['evidence with more', proof({ text: 'x', kind: 'y' }), 'evidence.0.kind'],
    ['an empty run id', { runId: '' }, 'runId'],
    ['a run id of 201 characters', { runId: 'x'.repeat(201) }, 'runId'],
    ['a run id that is null', { runId: null }, 'runId'],
    ['a client without a version', { clientInfo: { name: 'x' } }, 'clientInfo.version'],
    [
      'a client name of 101 characters',
      { clientInfo: { name: 'x'.repeat(101), version: '1' } },
      'clientInfo.name',
    ],
    [
      'a client version of 51 characters',
      { clientInfo: { name: 'x', version: '1'.repeat(51) } },
      'clientInfo.version',
    ],
    ['a client with more', { clientInfo: { name: 'x', version: '1', url: 'y' } }, 'clientInfo.url'],
    ['a client that is text', { clientInfo: 'x' }, 'clientInfo'],
  ])('400 %s, and nothing changes', async (_, fields, path) => {
    const before = await read(goal)
    expect(await tell(fields)).toMatchObject(refusal('invalid_request', path))
    expect(await read(goal)).toEqual(before)
  })

  it("400 unknown ids, also another goal's, and nothing changes", async () => {
    const other = await publish(browser, {
      criteria: [{ title: 'x', description: 'x' }],
      measures: [{ title: 'x', start: 0, target: 1 }],
    })
    const before = await read(goal)
    for (const id of [unknownId, other.criteria[0]?.id, measureId]) {
      const verdicts = [verdict, { criterionId: id, result: 'met' }]
      expect(await tell({ verdicts })).toMatchObject(refusal('invalid_goal_criteria'))
    }
    for (const id of [unknownId, other.measures[0]?.id, criterionId]) {
      const measurements = [{ measureId: id, value: 1 }]
      expect(await tell({ measurements })).toMatchObject(refusal('invalid_goal_measures'))
    }
    expect(await read(goal)).toEqual(before)
  })

  it('409 the revision before they look at ids', async () => {
    const verdicts = [{ criterionId: unknownId, result: 'met' }]
    const response = await tell({ verdicts, expectedRevision: 999 })
    expect(response).toMatchObject(refusal('goal_revision_conflict'))
  })
})
