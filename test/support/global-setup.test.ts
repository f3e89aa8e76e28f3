import { expect, it, vi } from 'vitest'
import setup from './global-setup.ts'

it('says on other platforms than Linux x64 which tests will fail', async () => {
  const { TMPDIR } = process.env
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const provide = vi.fn()
  const tearDown = await setup({ provide, onTestsRerun: vi.fn() }, 'darwin-arm64')
  await tearDown()
  if (TMPDIR !== undefined) process.env.TMPDIR = TMPDIR
  expect(provide).toHaveBeenCalledWith('engineEndpoint', 'http://wire-engine.invalid')
  expect(warn).toHaveBeenCalledWith('The wire engine exists for Linux x64 only. Tests that use it will fail.')
  warn.mockRestore()
})
