import { expect, test } from 'vitest'
import { defaultTitle, healthAfterReport, laterOf, recentHealthAfter } from './rules.ts'

const words = 'word '.repeat(30)

test.each([
  ['Ship the beta. Then rest.', 'Ship the beta'],
  ['  Ship\n\tthe   beta.  ', 'Ship the beta'],
  ['Is it done? Yes.', 'Is it done?'],
  ['Version 1.2 ships', 'Version 1.2 ships'],
  ['# Heading\n\nText.', '# Heading Text'],
  ['...', '...'],
  ['Wait... what', 'Wait...'],
  ['.', '.'],
  [' . ', '.'],
  ['Ship the beta .', 'Ship the beta'],
  ['Ship the beta!', 'Ship the beta!'],
  ['Ship\u202e the\u0000 beta\u001b[31m.', 'Ship the beta[31m'],
  ['\u200b\u2060', 'Untitled'],
  ['出荷する。そして休む。', '出荷する'],
  ['\u200b'.repeat(71).concat('abc'), 'Untitled'],
  [`a ${'x'.repeat(69)} yy`, `a ${'x'.repeat(69)}…`],
  [words, `${'word '.repeat(14).trim()}…`],
  ['x'.repeat(72), 'x'.repeat(72)],
  ['x'.repeat(73), `${'x'.repeat(71)}…`],
  [`${'x'.repeat(71)} y`, `${'x'.repeat(71)}…`],
  ['😀'.repeat(73), `${'😀'.repeat(71)}…`],
])('the default title of %j is %j', (description, title) => {
  expect(defaultTitle(description)).toBe(title)
})

test.each([
  ['on_track', { status: 'active' }, 'on_track'],
  ['on_track', { status: 'active', health: null }, 'on_track'],
  ['on_track', { status: 'paused', health: 'at_risk' }, 'at_risk'],
  ['on_track', { status: 'completed' }, undefined],
  ['off_track', { status: 'archived' }, undefined],
  [undefined, { status: 'active', health: 'off_track' }, 'off_track'],
] as const)('health %s after %j is %s', (current, report, health) => {
  expect(healthAfterReport(current, report)).toBe(health)
})

test('recent health is that after the last 20 reports, oldest first', () => {
  expect(recentHealthAfter([], undefined)).toEqual([null])
  expect(recentHealthAfter(['at_risk'], 'on_track')).toEqual(['at_risk', 'on_track'])
  const full = Array.from({ length: 20 }, (_, index) => (index === 0 ? 'off_track' : 'on_track'))
  expect(recentHealthAfter(full, 'at_risk')).toEqual([...full.slice(1), 'at_risk'])
})

test('a clock that is behind does not move a goal down its list', () => {
  expect(laterOf('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')).toBe('2026-01-02T00:00:00.000Z')
  expect(laterOf('2026-01-03T00:00:00.000Z', '2026-01-02T00:00:00.000Z')).toBe('2026-01-03T00:00:00.000Z')
})
