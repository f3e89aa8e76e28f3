import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folders = ['test/interface/operations', 'test/interface/contract']

/**
 * The clock of a built function, a separate process, cannot be set, so tests that set the service's clock are left out, as all with a
 * scripted issuer do. So are those of what one machine does in the background, and those that hold
 * calls between a service and an engine in this process.
 */
const leftOut = /clock|startWebhooks|one machine|scripted-issuer|recordCalls/

const files = folders
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => !leftOut.test(readFileSync(`${root}${file}`, 'utf8')))

/** `npm run test:built`: the tests over HTTP against the built functions in the output of `npm run synth`. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      {
        find: /^(?:\.\.\/)+(?:support\/)?service\/service\.ts$/,
        replacement: `${root}test/infra/support/built-service.ts`,
      },
    ],
  },
  test: {
    include: files,
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    setupFiles: ['test/support/each-file.ts'],
    // As in the other runs: a worker waits for its functions, and they for it.
    maxWorkers: 4,
    // Seven more processes than with the sources.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
