import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { createToken } from '../support/people/api-tokens.ts'
import { signIn } from '../support/people/sign-in.ts'
import { machineForEachTest } from '../support/service/machine.ts'

const machine = machineForEachTest()

/** The secret of a token, and the end of the feed. */
async function prepare(): Promise<{ secret: string; cursor: string }> {
  const service = await machine.startHere()
  const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
  const { secret } = await createToken(ada, ['goals:read:all', 'labels:write'])
  const { cursor } = await ada.api.listEvents({ query: { order: 'desc', limit: 1 } })
  await service.stop()
  return { secret, cursor }
}

it('a request that waits is answered when the process gets SIGTERM, which then ends', async () => {
  const { secret, cursor } = await prepare()
  const child = await machine.start()
  const headers = { authorization: `Bearer ${secret}` }
  const held = fetch(`${child.origin}/v1/events?wait=25&after=${cursor}`, { headers })
  // The token's requests are answered in order, as far as they do not wait.
  for (let number = 0; number < 5; number++) await fetch(`${child.origin}/v1/me`, { headers })
  child.process.kill('SIGTERM')
  const response = await held
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ events: [] })
  expect(await child.exited).toMatchObject({ code: 0, signal: null })
})

it('a request behind one that waits on the same connection is answered after it', async () => {
  const { secret, cursor } = await prepare()
  const service = await machine.startHere()
  const socket = connect(service.port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  const requestTo = (path: string, authorization = '') =>
    `GET ${path} HTTP/1.1\r\nHost: localhost:${service.port}\r\n${authorization}\r\n`
  socket.write(
    requestTo(`/v1/events?wait=25&after=${cursor}`, `Authorization: Bearer ${secret}\r\n`) +
      requestTo('/health'),
  )
  // Until then, the second one may have arrived or not.
  const response = await fetch(`${service.origin}/v1/goal-labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Forest' }),
  })
  expect(response.status).toBe(201)
  await expect.poll(() => received).toContain('"status":"ok"')
  expect(received.indexOf('label.created')).toBeGreaterThan(0)
  expect(received.indexOf('label.created')).toBeLessThan(received.indexOf('"status":"ok"'))
  socket.destroy()
})
