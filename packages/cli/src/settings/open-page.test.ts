import { expect, test } from 'vitest'
import { hasBrowser } from './open-page.ts'

test.each<[NodeJS.ProcessEnv, NodeJS.Platform, boolean]>([
  [{}, 'linux', false],
  [{ DISPLAY: ':0' }, 'linux', true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
  [{ DISPLAY: ':0', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, 'linux', false],
  [{}, 'darwin', true],
  [{}, 'win32', true],
  [{ SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, 'darwin', false],
])('with %j on %s, a browser can be opened: %s', (environment, platform, expected) => {
  expect(hasBrowser(environment, platform)).toBe(expected)
})
