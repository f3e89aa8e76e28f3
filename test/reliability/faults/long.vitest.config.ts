import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { longRuns } from '../../../vitest.config.ts'

/** `npm run test:faults`: one file at a time, so that no file slows down the requests of another. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: longRuns,
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    setupFiles: ['test/support/each-file.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
