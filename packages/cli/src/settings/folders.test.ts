import { homedir } from 'node:os'
import { expect, it } from 'vitest'
import { configurationFolder, stateFolder } from './folders.ts'

it.each([
  [{ HOME: '/home/ann' }, '/home/ann/.config/cairn', '/home/ann/.local/state/cairn'],
  [{ HOME: '/home/ann', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, '/c/cairn', '/s/cairn'],
  [
    { HOME: '/home/ann', XDG_CONFIG_HOME: 'relative' },
    '/home/ann/.config/cairn',
    '/home/ann/.local/state/cairn',
  ],
  [{}, `${homedir()}/.config/cairn`, `${homedir()}/.local/state/cairn`],
])('with %j', (environment, configuration, state) => {
  expect(configurationFolder(environment, 'linux')).toBe(configuration)
  expect(stateFolder(environment, 'linux')).toBe(state)
})

it('is in the profile on Windows', () => {
  const environment = { APPDATA: '/Roaming', LOCALAPPDATA: '/Local' }
  expect(configurationFolder(environment, 'win32')).toBe('/Roaming/cairn')
  expect(stateFolder(environment, 'win32')).toBe('/Local/cairn')
})

it('is not in a profile of Windows elsewhere, or if there is none', () => {
  const [windows, home] = [{ APPDATA: '/Roaming', LOCALAPPDATA: '/Local' }, { HOME: '/home/ann' }]
  expect(configurationFolder({ ...windows, ...home }, 'linux')).toBe('/home/ann/.config/cairn')
  expect(stateFolder({ ...windows, ...home }, 'linux')).toBe('/home/ann/.local/state/cairn')
  expect(configurationFolder(home, 'win32')).toBe('/home/ann/.config/cairn')
  expect(stateFolder(home, 'win32')).toBe('/home/ann/.local/state/cairn')
})
