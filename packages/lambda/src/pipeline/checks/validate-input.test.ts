import { expect, it, vi } from 'vitest'
import * as z from 'zod'
import { parse } from './validate-input.ts'

const schema = z.strictObject({ name: z.string() })

it('names up to 19 unknown fields with what else is wrong', () => {
  expect(() => parse(schema, { more: 1 })).toThrow(
    expect.objectContaining({
      details: [
        { path: 'name', message: expect.any(String) },
        { path: 'more', message: 'Remove this field: it is unknown.' },
      ],
    }),
  )
})

it('refuses 20 unknown fields without looking at the rest, and names 20 of them', () => {
  const looked = vi.fn()
  const watched = z.strictObject({ name: z.string().refine(looked) })
  const fields = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`f${index}`, index]))
  expect(() => parse(watched, { name: 'a', ...fields })).toThrow(
    expect.objectContaining({
      details: Array.from({ length: 20 }, (_, index) => expect.objectContaining({ path: `f${index}` })),
    }),
  )
  expect(looked).not.toHaveBeenCalled()
})
