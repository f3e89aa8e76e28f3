import { describe, expect, test } from 'vitest'
import { reportFingerprint } from './create-goal-update.ts'

type Report = Parameters<typeof reportFingerprint>[0]

const report: Report = {
  status: 'active',
  health: 'on_track',
  evaluation: { result: 'met', asOf: '2026-11-20T10:00:00.000Z' },
  summary: 'Half way',
  details: 'As planned.',
  verdicts: [{ criterionId: 'c1', result: 'met', note: 'Yes.' }],
  measurements: [{ measureId: 'm1', value: 5 }],
  evidence: [{ title: 'Numbers', url: 'https://example.com/1' }],
}
const credential = { kind: 'api_token', subjectId: 't1' } as const
const first = reportFingerprint(report, credential)

describe('a report with a used key is another one', () => {
  test.each<[string, Partial<Report>]>([
    ['status', { status: 'paused' }],
    ['health', { health: 'at_risk' }],
    ['health, which is missing', { health: undefined }],
    ['evaluation', { evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00.000Z' } }],
    ['time of the evaluation', { evaluation: { result: 'met', asOf: '2026-11-20T10:00:00.001Z' } }],
    ['evaluation, which is missing', { evaluation: undefined }],
    ['summary', { summary: 'Half Way' }],
    ['details', { details: 'As planned' }],
    ['verdict', { verdicts: [{ criterionId: 'c1', result: 'not_met', note: 'Yes.' }] }],
    ['note', { verdicts: [{ criterionId: 'c1', result: 'met', note: 'No.' }] }],
    ['value', { measurements: [{ measureId: 'm1', value: 6 }] }],
    ['link of the same number of links', { evidence: [{ title: 'Numbers', url: 'https://example.com/2' }] }],
    ['title of a link', { evidence: [{ title: 'Figures', url: 'https://example.com/1' }] }],
    ['number of links', { evidence: [] }],
    ['usage', { usage: {} }],
    ['usage of time', { usage: { seconds: 1 } }],
  ])('if it has another %s', (_, changes) => {
    expect(reportFingerprint({ ...report, ...changes }, credential)).not.toBe(first)
  })

  test.each([
    ['kind', { ...credential, kind: 'oauth' }],
    ['subject', { ...credential, subjectId: 't2' }],
  ] as const)('if its credential has another %s', (_, other) => {
    expect(reportFingerprint(report, other)).not.toBe(first)
  })
})

describe('a report with a used key is the same', () => {
  test('in another run, and after the goal was read again', () => {
    const repeated = {
      ...report,
      runId: '4712',
      clientInfo: { name: 'bot', version: '2' },
      expectedRevision: 9,
      idempotencyKey: 'k',
    }
    expect(reportFingerprint(repeated as Report, { ...credential })).toBe(first)
  })

  test('if what is missing is named as nothing', () => {
    const short: Report = { status: 'active', summary: 'Half way', details: '' }
    const long = { ...short, health: null, verdicts: [], measurements: [], evidence: [] } as unknown as Report
    expect(reportFingerprint(long, credential)).toBe(reportFingerprint(short, credential))
  })
})
