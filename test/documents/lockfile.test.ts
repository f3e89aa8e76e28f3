import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Entry = { optionalDependencies?: Record<string, string> }
const lockfile = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
const { packages }: { packages: Record<string, Entry> } = JSON.parse(lockfile)

/** Whether npm finds `name` for the package at `place`, in its own `node_modules` or in one above it. */
function isLocked(place: string, name: string): boolean {
  const segments = place.split('/node_modules/')
  const above = segments.map((_, depth) => segments.slice(0, depth + 1).join('/node_modules/'))
  return ['', ...above.map((folder) => `${folder}/`)].some(
    (folder) => `${folder}node_modules/${name}` in packages,
  )
}

// A program in a package for each platform is an optional dependency. `npm ci` skips one that the lockfile does not name, and the
// service could not be built there.
it('the lockfile names the packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(place, name)),
  )
  expect(missing).toEqual([])
})
