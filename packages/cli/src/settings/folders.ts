import { homedir } from 'node:os'
import path from 'node:path'

type Environment = Record<string, string | undefined>

/** An absolute path only: the XDG specification says to ignore others. */
const absolute = (folder: string | undefined) => (folder && path.isAbsolute(folder) ? folder : undefined)

/** The folder of the token: `$XDG_CONFIG_HOME/cairn`, `%APPDATA%\cairn` or `~/.config/cairn`. */
export function configurationFolder(environment: Environment, platform = process.platform): string {
  if (platform === 'win32' && environment.APPDATA) return path.join(environment.APPDATA, 'cairn')
  const base = absolute(environment.XDG_CONFIG_HOME) ?? path.join(homeOf(environment), '.config')
  return path.join(base, 'cairn')
}

/** The folder that remembers what was read: `$XDG_STATE_HOME/cairn`, `%LOCALAPPDATA%\cairn` or `~/.local/state/cairn`. */
export function stateFolder(environment: Environment, platform = process.platform): string {
  if (platform === 'win32' && environment.LOCALAPPDATA) return path.join(environment.LOCALAPPDATA, 'cairn')
  const base = absolute(environment.XDG_STATE_HOME) ?? path.join(homeOf(environment), '.local/state')
  return path.join(base, 'cairn')
}

/** The folder of the user. */
export const homeOf = ({ HOME }: Environment) => absolute(HOME) ?? homedir()
