import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folders = ['test/operations', 'test/contract']

/** A process of its own has a clock of its own: tests that move the service's time stay with the sources. */
const files = folders
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => !readFileSync(`${root}${file}`, 'utf8').includes('clock'))

/** The tests over HTTP once more, `npm run test:built`: against the built functions that `npm run synth` left. */
export default defineConfig({
  root,
  resolve: {
    alias: [
      {
        find: /^(?:\.\.\/)+support\/service\/service\.ts$/,
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
    maxWorkers: 2,
    // Seven processes more than with the sources, beside whatever else runs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
