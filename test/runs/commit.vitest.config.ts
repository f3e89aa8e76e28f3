import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Journeys through the app that guard every commit, in `test/browser`. They load at most 120 pages, the dearest thing that a test does. */
const journeys = [
  'accessibility/',
  'accounts/account.',
  'accounts/register.',
  'accounts/security.',
  'accounts/sign-in.',
  'support/chromium.',
  'goals/facts.',
  'goals/goals.',
  'goals/record',
  'goals/reports.',
  'keyboard/',
  'language/messages.',
  'organizations/roles.',
  'programs/agent.',
]

/** Tests that guard a landing only: the built functions, and the other tests in a browser. `.ci/run` runs them together with the others. */
export const landingOnly = ['test/infra/built/**/*.test.ts', ...otherBrowserTests()]

/** Whether `npm test` has a file, by its path from the root. */
export function guardsCommit(file: string): boolean {
  return !file.startsWith('test/infra/built/') && !landingOnly.includes(file)
}

function otherBrowserTests(): string[] {
  return readdirSync(`${root}test/browser`, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts') && !journeys.some((journey) => file.startsWith(journey)))
    .map((file) => `test/browser/${file}`)
}

/** `npm test`: everything that guards a commit. */
export default mergeConfig(everything, { root, test: { exclude: landingOnly } })
