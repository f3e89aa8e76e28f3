import { expect, test } from 'vitest'
import { type ExportHead, keyOf } from './imported-goal.ts'

const head: ExportHead = {
  type: 'export',
  format: 'cairn-export',
  formatVersion: 1,
  exportedAt: '2026-11-20T10:00:00.000Z',
  origin: 'https://a.example',
  organization: { id: 'a', name: 'Acme' },
}
const key = keyOf(head, 'https://b.example b', 'goal', '1')

test('a repeated import uses the same keys', () => {
  const renamed = { ...head, organization: { id: 'a', name: 'Renamed' } }
  expect(keyOf(renamed, 'https://b.example b', 'goal', '1')).toBe(key)
})

test.each([
  ['another service', keyOf({ ...head, origin: 'https://c.example' }, 'https://b.example b', 'goal', '1')],
  [
    'another organization',
    keyOf({ ...head, organization: { id: 'b', name: 'Acme' } }, 'https://b.example b', 'goal', '1'),
  ],
  [
    'a later export',
    keyOf({ ...head, exportedAt: '2026-11-21T10:00:00.000Z' }, 'https://b.example b', 'goal', '1'),
  ],
  ['another target', keyOf(head, 'https://b.example c', 'goal', '1')],
  ['a label', keyOf(head, 'https://b.example b', 'label', '1')],
  ['another goal', keyOf(head, 'https://b.example b', 'goal', '2')],
])('%s has other keys', (_, other) => {
  expect(other).not.toBe(key)
})
