import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fill } from './fill.tsx'

test.each([
  ['Sent to {email}.', 'Sent to <b>Ann</b>.'],
  ['{email} {email}', '<b>Ann</b> <b>Ann</b>'],
  ['Nothing to fill.', 'Nothing to fill.'],
  ['An unknown {name}.', 'An unknown .'],
  ['Braces {} stay {as they are}.', 'Braces {} stay {as they are}.'],
])('fills %j', (sentence, expected) => {
  expect(renderToStaticMarkup(fill(sentence, { email: createElement('b', {}, 'Ann') }))).toBe(expected)
})
