import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import everyCommit from '../../vitest.config.ts'

/** A part of `npm run test:all`: what `npm test` runs, with every case of the loops of which it runs a sample. */
export default mergeConfig(everyCommit, {
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: { env: { TEST_ALL: '1' } },
})
