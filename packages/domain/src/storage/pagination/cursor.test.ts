import { createCipheriv, createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCursorSealer } from './cursor.ts'

const secret = Buffer.alloc(32, 7)
const sealer = createCursorSealer(secret)
const binding = ['listGoals', 'organization', undefined, 'active']
const invalid = expect.objectContaining({ code: 'invalid_cursor' })

test('opens a cursor with the same secret and binding, on every instance', () => {
  const cursor = sealer.seal(binding, '{"pk":"größe 😀"}')
  expect(createCursorSealer(secret).open(binding, cursor)).toBe('{"pk":"größe 😀"}')
  expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  expect(Buffer.from(cursor, 'base64url').toString()).not.toContain('pk')
})

test.each([
  [['listGoals', 'organization', 'active', undefined]],
  [['listGoals', 'organization', undefined]],
  [['listGoals', 'other', undefined, 'active']],
  [['listGoalUpdates', 'organization', undefined, 'active']],
])('does not open a cursor for %j', (other) => {
  const cursor = sealer.seal(binding, 'position')
  expect(() => sealer.open(other, cursor)).toThrow(invalid)
})

test('does not open a cursor of another secret', () => {
  const cursor = createCursorSealer(Buffer.alloc(32, 8)).seal(binding, 'position')
  expect(() => sealer.open(binding, cursor)).toThrow(invalid)
})

test('does not open a cursor with an altered, added or missing character', () => {
  const cursor = sealer.seal(binding, 'position')
  for (let index = 0; index < cursor.length; index++) {
    const other = cursor[index] === 'A' ? 'B' : 'A'
    expect(() => sealer.open(binding, cursor.slice(0, index) + other + cursor.slice(index + 1))).toThrow(
      invalid,
    )
    expect(() => sealer.open(binding, cursor.slice(0, index))).toThrow(invalid)
  }
  for (const altered of [`${cursor}A`, `${cursor}=`, ` ${cursor}`, `${cursor}.`]) {
    expect(() => sealer.open(binding, altered)).toThrow(invalid)
  }
})

test('refuses a cursor with an older position format', () => {
  const key = createHash('sha256').update('cairn cursor key\0').update(Buffer.alloc(32)).digest()
  const nonce = Buffer.alloc(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(JSON.stringify(['listGoals'])))
  const sealed = Buffer.concat([nonce, cipher.update('eyJwayI6IjEifQ', 'utf8'), cipher.final()])
  const cursor = Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
  const open = () => createCursorSealer(Buffer.alloc(32)).open(['listGoals'], cursor)
  expect(open).toThrow(invalid)
})
