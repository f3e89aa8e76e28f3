import { expect, test } from 'vitest'
import { german as germanScopeTexts } from '../../programs/texts.de.ts'
import { texts as scopeTexts } from '../../programs/texts.ts'
import { german } from './texts.de.ts'
import { texts } from './texts.ts'

test.each([
  ['English', texts.products.hints, scopeTexts.scopes],
  ['German', german.products.hints, germanScopeTexts.scopes],
])('the hints name what to allow as the page that asks does, in %s', (_, hints, scopes) => {
  for (const hint of Object.values(hints)) expect(hint).toContain(scopes['goals:write'].label)
})
