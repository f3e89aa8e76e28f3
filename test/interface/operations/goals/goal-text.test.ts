import { describe, expect, it } from 'vitest'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import {
  createLabels,
  goalOf,
  minimalGoal,
  publish,
  report,
  updateOf,
} from '../../../support/requests/goals.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const browser = createSend(service, await signIn(service, { email: 'ada@example.com', displayName: 'Ada' }))

const attempt = (fields: object) => browser('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })

/** Texts that a careless store would change; the third is the text to use for names, which must not have them. */
const hardTexts: [name: string, text: string, fit?: string][] = [
  ['emoji', '👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 é'],
  ['text from right to left', 'مرحبا \u202eעולם\u202c abc', 'مرحبا \u2067עולם\u2069 abc'],
  ['NUL and control characters', 'a\u0000b\u0001c\u001f\u007f\u0085', 'b\u0001c\u001f\u007f\u0085'],
  ['line ends of all kinds', 'a\r\nb\rc\nd\u2028e\u2029f', 'a b c d e f'],
  ['markup', '<script>alert(1)</script> & "quotes" \\ \' `'],
  ['both normal forms', 'e\u0301 \u00e9 \ufb01 ﷽'],
  ['the edges of Unicode', '\ufeff\uffff\u{10ffff}\ufffd\ue000'],
  ['what looks like code', '$(x) {{x}} %s %00 $where __proto__ \\u0000'],
  [
    'Markdown',
    '# Title\n\n- a\n- b\n\n```ts\nconst x = 1\n```\n| a | b |',
    '# Title - a - b ```ts const x = 1 ``` | a | b |',
  ],
]

describe('text', () => {
  it.each(hardTexts)('stays unchanged: %s', async (_, text, fit) => {
    const name = fit ?? text
    const kept = `  ${text}\n `
    const goal = await publish(browser, {
      title: name,
      detailedDescription: kept,
      criteria: [{ title: name, description: kept }],
    })
    // Names are trimmed; U+FEFF counts as white space.
    const trimmed = name.trim()
    expect(goal).toMatchObject({
      title: trimmed,
      detailedDescription: kept,
      criteria: [{ title: trimmed, description: kept }],
    })
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(goal)

    const response = await report(browser, goal.id, { summary: name, details: kept, idempotencyKey: kept })
    expect(updateOf(response)).toMatchObject({ summary: trimmed, details: kept, idempotencyKey: kept })
    const history = await browser('GET', `/v1/goals/${goal.id}/updates`)
    expect((history.body as { updates: unknown[] }).updates[1]).toEqual(updateOf(response))
  })

  it('has one line in names and titles', async () => {
    const text = '\na\r\nb\rc \n\u2028 d\u2029e\u2028'
    const goal = await publish(browser, { title: text, criteria: [{ title: text, description: text }] })
    expect(goal).toMatchObject({
      title: 'a b c   d e',
      criteria: [{ title: 'a b c   d e', description: text }],
    })
    expect(await attempt({ title: '\r\n\u2028' })).toMatchObject(refusal('invalid_request', 'title'))
    expect(await attempt({ title: `${'x'.repeat(199)}\r\n` })).toMatchObject({ status: 201 })
  })

  it.each(['\ud83d', '\ude00', 'a\ud83db', '\ude00\ud83d'])(
    '400s half a surrogate pair: %j',
    async (text) => {
      const goal = await publish(browser)
      for (const [fields, path] of [
        [{ title: text }, 'title'],
        [{ detailedDescription: text }, 'detailedDescription'],
        [{ criteria: [{ title: text, description: 'x' }] }, 'criteria.0.title'],
        [{ criteria: [{ title: 'x', description: text }] }, 'criteria.0.description'],
      ] as const) {
        expect(await attempt(fields)).toMatchObject(refusal('invalid_request', path))
        const change = await browser('PATCH', `/v1/goals/${goal.id}`, { body: fields })
        expect(change).toMatchObject(refusal('invalid_request', path))
      }
      for (const path of ['summary', 'details', 'idempotencyKey']) {
        const response = await report(browser, goal.id, { [path]: text })
        expect(response).toMatchObject(refusal('invalid_request', path))
      }
    },
  )

  it('keeps 100 criteria of 1,000 characters and 20 labels byte for byte', async () => {
    const labels = await createLabels(browser, 'label', 20)
    const alphabet = [...'aä😀ש\n ']
    const criteria = Array.from({ length: 100 }, (_, index) => ({
      title: `Criterion ${index} 🎯`,
      description: Array.from({ length: 1_000 }, (_, at) => alphabet[(at + index) % alphabet.length]).join(
        '',
      ),
    }))
    const labelIds = labels.map(({ id }) => id)
    const goal = await publish(browser, { criteria, labelIds })
    const read = goalOf(await browser('GET', `/v1/goals/${goal.id}`))
    const written = read.criteria.map(({ title, description }) => ({ title, description }))
    expect(JSON.stringify(written)).toBe(JSON.stringify(criteria))
    expect(read.labels.map(({ id }) => id).sort()).toEqual(labelIds.sort())
    expect(read).toEqual(goal)
  })
})

describe('limits', () => {
  const many = (length: number) => Array.from({ length }, () => ({ title: 'x', description: 'x' }))
  const ids = (length: number) =>
    Array.from({ length }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

  it.each([
    ['a title of 200 emoji', { title: '😀'.repeat(200) }],
    ['a title of 200 characters between blanks', { title: ` \n${'x'.repeat(200)}\t ` }],
    ['a criterion title of 200 emoji', { criteria: [{ title: '😀'.repeat(200), description: 'x' }] }],
    ['a criterion of 10,000 emoji', { criteria: [{ title: 'x', description: '😀'.repeat(10_000) }] }],
    ['100 criteria', { criteria: many(100) }],
    ['no criteria', { criteria: [] }],
    ['no labels', { labelIds: [] }],
    ['a description of 200,000 characters', { detailedDescription: 'x'.repeat(200_000) }],
    ['a description of one character', { detailedDescription: 'x' }],
  ])('201s %s', async (_, fields) => {
    expect(await attempt(fields)).toMatchObject({ status: 201 })
  })

  it.each([
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a title of 201 emoji', { title: '😀'.repeat(201) }, 'title'],
    ['an empty title', { title: '' }, 'title'],
    ['a blank title', { title: ' \n\t\u00a0' }, 'title'],
    ['an invisible title', { title: '\u200b' }, 'title'],
    ['a title that is null', { title: null }, 'title'],
    ['an empty description', { detailedDescription: '' }, 'detailedDescription'],
    ['a blank description', { detailedDescription: ' \n\t\u00a0' }, 'detailedDescription'],
    ['101 criteria', { criteria: many(101) }, 'criteria'],
    ['criteria that are null', { criteria: null }, 'criteria'],
    [
      'a criterion title of 201',
      { criteria: [...many(2), { title: 'x'.repeat(201), description: 'x' }] },
      'criteria.2.title',
    ],
    ['a blank criterion title', { criteria: [{ title: ' ', description: 'x' }] }, 'criteria.0.title'],
    [
      'a criterion of 10,001',
      { criteria: [{ title: 'x', description: 'x'.repeat(10_001) }] },
      'criteria.0.description',
    ],
    ['a blank criterion', { criteria: [{ title: 'x', description: ' \n' }] }, 'criteria.0.description'],
    ['21 labels', { labelIds: ids(21) }, 'labelIds'],
    ['labels that are null', { labelIds: null }, 'labelIds'],
  ])('400s %s, on publishing and on PATCH', async (_, fields, path) => {
    expect(await attempt(fields)).toMatchObject(refusal('invalid_request', path))
    const goal = await publish(browser)
    const change = await browser('PATCH', `/v1/goals/${goal.id}`, { body: fields })
    expect(change).toMatchObject(refusal('invalid_request', path))
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(goal)
  })

  it('400s 20 unknown labels as unknown, not as too many', async () => {
    expect(await attempt({ labelIds: ids(20) })).toMatchObject(refusal('invalid_goal_labels'))
  })

  it('names every field that is wrong', async () => {
    const response = await attempt({
      title: '',
      criteria: [{ title: '', description: '' }],
      timeframe: { kind: 'x' },
    })
    expect(response).toMatchObject(
      refusal('invalid_request', 'title', 'criteria.0.title', 'criteria.0.description', 'timeframe.kind'),
    )
  })
})

describe('the size of a goal', () => {
  const criteria = Array.from({ length: 10 }, () => ({ title: 'x', description: 'x'.repeat(9_000) }))

  it('413s a PATCH that would make the stored goal exceed 256 KiB, and changes nothing', async () => {
    const goal = await publish(browser, { detailedDescription: 'x'.repeat(190_000) })
    const path = `/v1/goals/${goal.id}`
    expect(await browser('PATCH', path, { body: { criteria } })).toMatchObject(refusal('payload_too_large'))
    expect(goalOf(await browser('GET', path))).toEqual(goal)
    const shorter = { criteria, detailedDescription: 'x'.repeat(100_000) }
    expect(await browser('PATCH', path, { body: shorter })).toMatchObject({ status: 200 })
  })

  it('counts title, description and criteria as JSON, to the byte: 262,144 fit, one more is 413', async () => {
    const { id, title } = await publish(browser)
    const bytesOf = (detailedDescription: string) =>
      Buffer.byteLength(JSON.stringify({ title, detailedDescription, criteria }))
    const fits = `"é${'x'.repeat(256 * 1024 - bytesOf('"é'))}`
    expect(bytesOf(fits)).toBe(262_144)
    const path = `/v1/goals/${id}`
    expect(await browser('PATCH', path, { body: { criteria } })).toMatchObject({ status: 200 })
    for (const [detailedDescription, status] of [
      [`${fits}x`, 413],
      [fits, 200],
      [`${fits}x`, 413],
    ] as const) {
      const response = await browser('PATCH', path, { body: { detailedDescription } })
      expect(response.status).toBe(status)
    }
    expect(goalOf(await browser('GET', path)).detailedDescription).toBe(fits)
  })

  it('counts bytes, not characters', async () => {
    const goal = await publish(browser, { detailedDescription: 'é'.repeat(100_000) })
    const response = await browser('PATCH', `/v1/goals/${goal.id}`, { body: { criteria } })
    expect(response).toMatchObject(refusal('payload_too_large'))
  })

  it('accepts changes and reports on a full goal that do not make it grow', async () => {
    for (const length of [261_000, 261_400, 261_700, 261_900, 262_000]) {
      const response = await attempt({ detailedDescription: 'x'.repeat(length) })
      if (response.status === 413) continue
      const { id } = goalOf(response)
      expect(await report(browser, id), `${length}`).toMatchObject({ status: 201 })
      const change = await browser('PATCH', `/v1/goals/${id}`, {
        body: { timeframe: { kind: 'continuous' } },
      })
      expect(change.status, `${length}`).toBe(200)
    }
  })
})

describe('prototype pollution', () => {
  it.each([
    '{"__proto__":{"polluted":true},"detailedDescription":"x","timeframe":{"kind":"continuous"}}',
    '{"detailedDescription":"x","timeframe":{"kind":"continuous","__proto__":{"polluted":true}}}',
    '{"detailedDescription":"x","timeframe":{"kind":"continuous"},"constructor":{"prototype":{"polluted":true}}}',
    '{"detailedDescription":"x","timeframe":{"kind":"continuous"},"criteria":[{"title":"x","description":"x","__proto__":{"polluted":true}}]}',
    '{"detailedDescription":"x","timeframe":{"__proto__":{"kind":"continuous"}}}',
  ])('400s %s', async (rawBody) => {
    expect(await browser('POST', '/v1/goals', { rawBody })).toMatchObject(refusal('invalid_request'))
    expect('polluted' in {}).toBe(false)
  })
})
