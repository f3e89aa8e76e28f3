import { expect, test } from 'vitest'
import { addTranslation, catalog, plural } from './catalog.ts'

test('chooses the form of a word by its count', () => {
  const goals = (count: number) => plural(count, { one: 'goal', other: 'goals' })
  expect([0, 1, 2, 21].map(goals)).toEqual(['goals', 'goal', 'goals', 'goals'])
})

test('translates at each access, also in groups that were read before the translation was there', () => {
  const texts = catalog('known', {
    title: 'Goals',
    menu: { open: 'Open', count: (n: number) => `${n} open` },
  })
  const other = catalog('unknown', { title: 'Labels' })
  const { menu } = texts
  expect([texts.title, menu.open, menu.count(2)]).toEqual(['Goals', 'Open', '2 open'])

  const german = { title: 'Ziele', menu: { open: 'Öffnen', count: (n: number) => `${n} offen` } }
  addTranslation((name) => (name === 'known' ? german : undefined))
  expect([texts.title, menu.open, menu.count(2)]).toEqual(['Ziele', 'Öffnen', '2 offen'])
  expect(Object.entries(menu)[0]).toEqual(['open', 'Öffnen'])
  expect(other.title).toBe('Labels')
})
