import { expect, test } from 'vitest'
import { chromiumPath } from './chromium.ts'

test.each(['darwin-arm64', 'win32-x64', 'linux-arm64'])(
  'the browser tests say how to use an installed Chrome on %s',
  async (platform) => {
    await expect(chromiumPath(undefined, platform)).rejects.toThrow(
      'The Chromium that npm installs for the browser tests runs on Linux x64 only. Set CHROME_PATH to the path of an installed Chrome or Chromium.',
    )
  },
)

test('the browser tests say how to use an installed Chrome if the package is missing', async () => {
  const unpack = () => Promise.reject(new Error('ERR_MODULE_NOT_FOUND'))
  await expect(chromiumPath(undefined, 'linux-x64', unpack)).rejects.toThrow(
    'cannot be unpacked. Set CHROME_PATH to the path of an installed Chrome or Chromium.',
  )
})

test('CHROME_PATH selects an installed Chrome on every platform', async () => {
  for (const platform of ['linux-x64', 'darwin-arm64']) {
    expect(await chromiumPath('/usr/bin/chrome', platform)).toBe('/usr/bin/chrome')
  }
})
