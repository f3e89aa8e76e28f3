import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPage } from '../hosting.ts'

test('every page of the app is served as a page', () => {
  const router = readFileSync(new URL('router.tsx', import.meta.url), 'utf8')
  const paths = [
    ...router.matchAll(/getParentRoute: \(\) => (?:root|protectedPart),\s+path: '(\/[^']*)'/g),
  ].map(([, path = '']) => path)
  expect(paths).toContain('/reset-password')
  expect(paths.filter((path) => !isPage(path))).toEqual([])
})
