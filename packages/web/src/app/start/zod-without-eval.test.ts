import { expect, test } from 'vitest'
import * as z from 'zod'

const global = globalThis as { __zod_globalConfig?: object }

test('settings are where zod looks for them, and tell it not to compile', async () => {
  const settings = global.__zod_globalConfig
  expect(settings).toBe(z.config())
  try {
    await import('./zod-without-eval.ts')
    expect(global.__zod_globalConfig).toEqual({ jitless: true })
  } finally {
    Object.assign(globalThis, { __zod_globalConfig: settings })
  }
})
