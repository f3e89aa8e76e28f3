import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run snapshots`: with the service and the browser of the tests. */
export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['test/browser/snapshots/take-snapshots.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    setupFiles: ['test/support/each-file.ts'],
    testTimeout: 600_000,
  },
})
