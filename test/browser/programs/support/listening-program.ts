/** A program on this computer, to which the browser returns. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  authorizationUrl,
  pkce,
  post,
  registerProgram,
  type Tokens,
} from '../../../support/requests/program.ts'

export type ListeningProgram = {
  redirectUri: string
  /** The callbacks by the browser, in order. */
  returned: URLSearchParams[]
  /** Registers, and returns the address to open in a browser. */
  start(name?: string, request?: { scope?: string }): Promise<string>
  /** Exchanges the last code for tokens. */
  tokens(): Promise<Tokens>
  stop(): Promise<void>
}

export async function listenAsProgram(origin: string): Promise<ListeningProgram> {
  const returned: URLSearchParams[] = []
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://program')
    if (pathname === '/callback') returned.push(searchParams)
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><html lang="en"><title>Program</title><h1>Back in the program</h1></html>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const resource = `${origin}/mcp`
  const { verifier, challenge } = pkce()
  let clientId = ''
  return {
    redirectUri,
    returned,
    async start(name = 'Helpdesk bot', request = {}) {
      clientId = await registerProgram(origin, { client_name: name, redirect_uris: [redirectUri] })
      return authorizationUrl(origin, { clientId, challenge, ...request }, { redirect_uri: redirectUri })
    },
    async tokens() {
      const { status, body } = await post(origin, '/oauth/token', {
        grant_type: 'authorization_code',
        code: returned.at(-1)?.get('code') ?? '',
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
        resource,
      })
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
      return body
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
