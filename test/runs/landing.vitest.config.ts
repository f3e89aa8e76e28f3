import { defineConfig } from 'vitest/config'
import everything from '../../vitest.config.ts'
import { landingOnly, root } from './commit.vitest.config.ts'

/** `npm run test:landing`: what guards a landing and takes too long for every commit. */
export default defineConfig({ ...everything, root, test: { ...everything.test, include: landingOnly } })
