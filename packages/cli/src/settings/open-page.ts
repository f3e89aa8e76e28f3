import { spawn } from 'node:child_process'

/** The programs that open an address in the default browser. */
const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Whether a browser can probably be opened here: not on a machine that is reached by SSH, or has no display. */
export function hasBrowser(
  { SSH_CONNECTION: ssh, DISPLAY: display, WAYLAND_DISPLAY: wayland }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (ssh) return false
  return platform === 'darwin' || platform === 'win32' || Boolean(display || wayland)
}

/** Opens the page if this machine has a browser. The address is printed too, for whoever has none. */
export function openPage(url: string): Promise<void> {
  const [command, ...parameters] = openers[process.platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(command, [...parameters, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve())
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}
