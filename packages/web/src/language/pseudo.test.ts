import { expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { pseudo } from './pseudo.ts'

test('marks a text and makes it longer, but keeps the names of values', () => {
  expect(pseudo('Sent to {email}')).toBe('[Séñt tó {email}~~~~~]')
  expect(pseudo(' ')).toBe(' ')
})

test('marks all texts of a catalog', () => {
  const texts = catalog('any', {
    title: 'Go',
    list: ['On'],
    menu: { count: (n: number) => `${n} up` },
    size: 3,
  })
  expect(texts.title).toBe('[Gó~]')
  expect(texts.list).toEqual(['[Óñ~]'])
  expect(texts.menu.count(2)).toBe('[2 úp~~]')
  expect(texts.size).toBe(3)
})
