import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type EmailService = { endpoint: string; count(): number; stop(): Promise<void> }

/** Takes every email that is sent through the API of SES, and counts them. */
export async function startEmailService(): Promise<EmailService> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      count++
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"MessageId":"${count}"}`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
