import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError, systemErrorCode } from '../start-error.ts'

const portAttempts = 20

/**
 * Listens on the same port of each of the hosts that this machine has; 0 chooses a free port.
 * @throws StartError if the port is taken or forbidden, or the machine has none of the addresses.
 */
export async function listenOn(
  hosts: string[],
  port: number,
  createListener: () => Server,
): Promise<{ listeners: Server[]; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const listeners: Server[] = []
    let chosen = port
    try {
      for (const host of hosts) {
        const listener = createListener()
        if (await listen(listener, host, chosen)) {
          listeners.push(listener)
          chosen = (listener.address() as AddressInfo).port
        }
      }
      if (listeners.length > 0) return { listeners, port: chosen }
      throw new StartError(
        `This machine has no address ${hosts.join(' or ')}. Set HOST to one of its addresses.`,
      )
    } catch (error) {
      for (const listener of listeners) listener.close()
      const code = systemErrorCode(error)
      if (code === 'EADDRINUSE' && port === 0 && attempt < portAttempts) continue
      if (code === 'EADDRINUSE')
        throw new StartError(`Port ${port} is already in use. Set PORT to another one.`)
      if (code === 'EACCES')
        throw new StartError(`This user may not listen on port ${port}. Set PORT to another one.`)
      throw error
    }
  }
}

/** False if this machine does not have the address (`::1` without IPv6). */
function listen(listener: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error) => {
      const code = systemErrorCode(error)
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'ENOTFOUND') resolve(false)
      else reject(error)
    })
    listener.listen({ host, port }, () => resolve(true))
  })
}
