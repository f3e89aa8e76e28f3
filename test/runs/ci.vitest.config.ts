import { defineConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'
import { root } from './commit.vitest.config.ts'

/**
 * `npm run test:ci`, for `.ci/run`: what guards a commit and what guards a landing, in one run. Modules load once, and no processor
 * waits for the last file of the first part.
 */
export default defineConfig({ ...everything, root })
