import { describe, expect, it } from 'vitest'
import { guardsCommit } from '../../runs/commit.vitest.config.ts'
import { excessesOf, type FileRun, summaryOf } from './run-report.ts'

/** A run of 100 seconds in 50 files, two seconds and two page loads each. */
const evenRun: FileRun[] = Array.from({ length: 50 }, (_, index) => ({
  file: `test/${index}.test.ts`,
  seconds: 2,
  pageLoads: 2,
}))
const withFirst = (changes: Partial<FileRun>) =>
  evenRun.map((run, index) => (index === 0 ? { ...run, ...changes } : run))

describe('the summary of a run', () => {
  it('says what it took, and lists its ten slowest files, the slowest first', () => {
    const [total, ...rows] = summaryOf(withFirst({ file: 'test/slow.test.ts', seconds: 27, pageLoads: 7 }))
    expect(total).toBe('125 worker-seconds in 50 files, 105 page loads. The slowest:')
    expect(rows).toHaveLength(10)
    expect(rows[0]).toBe('   27.0 s  21.6 %  test/slow.test.ts')
  })
})

describe('a run of everything', () => {
  it('may have even files', () => {
    expect(excessesOf(evenRun)).toEqual([])
  })

  it('may have a file of 4 %, and no longer one', () => {
    expect(excessesOf(withFirst({ seconds: (98 * 0.0399) / 0.96 }))).toEqual([])
    expect(excessesOf(withFirst({ seconds: (98 * 0.0411) / 0.96 }))).toEqual([
      'test/0.test.ts takes 4.1 % of the run. A file may take 4.0 %.',
    ])
  })

  it('may load 120 pages, and no more', () => {
    expect(excessesOf(withFirst({ pageLoads: 22 }))).toEqual([])
    expect(excessesOf(withFirst({ pageLoads: 23 }))).toEqual([
      'The tests load 121 pages. They may load 120: walk through the app instead.',
    ])
  })
})

it.each([
  ['packages/domain/src/goals/rules/rules.test.ts', true],
  ['test/infra/assembly.test.ts', true],
  ['test/infra/built/built-functions.test.ts', false],
  ['test/browser/goals/goals.test.ts', true],
  ['test/browser/goals/home.test.ts', false],
])('%s guards a commit: %s', (file, expected) => {
  expect(guardsCommit(file)).toBe(expected)
})
