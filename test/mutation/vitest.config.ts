import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests beside mutated files (`MUTATION_TESTS`, separated by commas), without what only tests that start a service need. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: process.env.MUTATION_TESTS?.split(','),
    setupFiles: ['test/mutation/each-file.ts'],
    // Processes, not threads: tests set the time zone.
    pool: 'forks',
    isolate: false,
    testTimeout: 180_000,
  },
})
