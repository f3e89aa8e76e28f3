import { ServiceError } from '@cairn/contract/errors/errors'
import { createCursorSealer } from '@cairn/domain/storage/pagination/cursor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differentTexts } from './support/hostile-text.ts'
import { runs } from './support/seed.ts'

const sealer = createCursorSealer(Buffer.alloc(32, 7))

/** A position is a record's keys as JSON; it is never empty. */
const position = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 })
const part = fc.option(fc.string({ unit: 'binary', maxLength: 12 }), { nil: undefined })
const binding = fc.array(part, { maxLength: 6 })

/** Expects the error of a cursor that does not open, whatever is wrong with it. */
function expectRefused(open: () => string): void {
  let thrown: unknown
  try {
    open()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ServiceError)
  expect(thrown).toMatchObject({ code: 'invalid_cursor', status: 400 })
}

describe('a cursor', () => {
  it('opens to the sealed position and differs each time', () => {
    fc.assert(
      fc.property(binding, position, (bound, text) => {
        const cursor = sealer.seal(bound, text)
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(sealer.open(bound, cursor)).toBe(text)
        // Comparing cursors reveals nothing: the same position gives another cursor each time.
        expect(sealer.seal(bound, text)).not.toBe(cursor)
      }),
      runs(500),
    )
  })

  it('400s as invalid_cursor if any byte is altered', () => {
    fc.assert(
      fc.property(
        binding,
        position,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bound, text, at, change) => {
          const bytes = Buffer.from(sealer.seal(bound, text), 'base64url')
          const index = at % bytes.length
          bytes.writeUInt8(bytes.readUInt8(index) ^ change, index)
          expectRefused(() => sealer.open(bound, bytes.toString('base64url')))
        },
      ),
      runs(1000),
    )
  })

  it('400s as invalid_cursor if its text is altered, cut or lengthened', () => {
    const edit = fc.constantFrom<(cursor: string, at: number, text: string) => string>(
      (cursor, at) => cursor.slice(0, at) + cursor.slice(at + 1),
      (cursor, at, text) => cursor.slice(0, at) + text + cursor.slice(at),
      (cursor, at, text) => cursor.slice(0, at) + text + cursor.slice(at + 1),
      (cursor, at) => cursor.slice(0, at),
      (cursor, at) => cursor.slice(at + 1),
    )
    fc.assert(
      fc.property(
        position,
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 3 }),
        edit,
        (text, at, other, change) => {
          const cursor = sealer.seal([], text)
          const changed = change(cursor, at % cursor.length, other)
          fc.pre(changed !== cursor)
          expectRefused(() => sealer.open([], changed))
        },
      ),
      runs(1000),
    )
  })

  it('400s as invalid_cursor with every other binding', () => {
    const similar = fc.constantFrom<(bound: (string | undefined)[]) => (string | undefined)[]>(
      (bound) => [...bound, undefined],
      (bound) => [undefined, ...bound],
      (bound) => bound.slice(1),
      (bound) => bound.toReversed(),
      (bound) => bound.map((text) => text ?? ''),
      (bound) => bound.map((text) => text ?? 'null'),
      (bound) => [bound.map((text) => text ?? '').join(',')],
    )
    fc.assert(
      fc.property(binding, fc.oneof(binding, similar), position, (bound, other, text) => {
        const carried = typeof other === 'function' ? other(bound) : other
        fc.pre(carried.length !== bound.length || carried.some((value, index) => value !== bound[index]))
        expectRefused(() => sealer.open(carried, sealer.seal(bound, text)))
      }),
      runs(1000),
    )
    fc.assert(
      fc.property(differentTexts(30), ([one, other]) => {
        expectRefused(() => sealer.open(['listGoals', other], sealer.seal(['listGoals', one], 'position')))
      }),
      runs(300),
    )
  })

  it('400s as invalid_cursor if it is any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
        expectRefused(() => sealer.open([], text))
      }),
      runs(500),
    )
  })
})
