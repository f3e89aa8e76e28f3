import { defineConfig } from 'vitest/config'
import everything, { fuzzTests } from '../../vitest.config.ts'
import { root } from './commit.vitest.config.ts'

/**
 * `npm run test:ci`, for `.ci/run`: what guards a commit, what guards a landing, and the fuzzer, in one run. Modules load once, and no
 * processor waits for the last file of the first part.
 */
export default defineConfig({
  ...everything,
  root,
  test: { ...everything.test, exclude: everything.test?.exclude?.filter((file) => file !== fuzzTests) ?? [] },
})
