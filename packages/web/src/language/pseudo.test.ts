import { expect, test } from 'vitest'
import { pseudo, pseudoValue } from './pseudo.ts'

test('marks a text and makes it longer, but keeps the names of values', () => {
  expect(pseudo('Sent to {email}')).toBe('[Séñt tó {email}~~~~~]')
  expect(pseudo('To Cairn')).toBe('[Tó Cairn~~~]')
  expect(pseudo(' ')).toBe(' ')
})

test('marks all texts of a catalog', () => {
  const texts = pseudoValue({ title: 'Go', list: ['On'], menu: { up: 'Up' }, size: 3 })
  expect(texts).toEqual({ title: '[Gó~]', list: ['[Óñ~]'], menu: { up: '[Úp~]' }, size: 3 })
})

test('marks what a function returns', () => {
  const count = pseudoValue((number: number) => `${number} up`)
  expect(typeof count === 'function' && count(2)).toBe('[2 úp~~]')
})
