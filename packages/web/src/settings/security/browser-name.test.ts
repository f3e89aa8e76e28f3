import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webKit} Version/19.0 Safari/604.1`,
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 16) ${webKit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['x'.repeat(100), `${'x'.repeat(59)}…`],
  [null, 'Unknown browser'],
])('shows %j as %j', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
