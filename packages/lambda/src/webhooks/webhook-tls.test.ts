import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createWebhookSender } from './webhook-sender.ts'

/** A certificate for `localhost` that nobody else trusts, and its key. It protects nothing: every reader of this file has it. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUfQkgkez/lv7UTkslGA/pJH5qX9AwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE5NDU1NloYDzIxMjYxMDI5
MTk0NTU2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATKE1Zw1zx8Un/ZBiZYkitfMWr+wdBW8INRH3iszW8p+fj6cy4uPTmQ
6RuuVGM0BHwvzCa4mh+S54KOw4REt8Uno2kwZzAdBgNVHQ4EFgQUdzG+TCLRQGkO
3po00L3zNlQPYVswHwYDVR0jBBgwFoAUdzG+TCLRQGkO3po00L3zNlQPYVswFAYD
VR0RBA0wC4IJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgfODA2YOMgzI22/0fw7hfTwNHRNLrBk8p1yNhm0wiRaYCIBOgijoAmOGz
les9Sp7kXxICDpDXxpl29YC5QZvu7X6I
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgX34qWWCsOabpXmyu
QfD3YCtPYwYxpCmc2r5x89o+MEyhRANCAATKE1Zw1zx8Un/ZBiZYkitfMWr+wdBW
8INRH3iszW8p+fj6cy4uPTmQ6RuuVGM0BHwvzCa4mh+S54KOw4REt8Un
-----END PRIVATE KEY-----`

const trusted = getCACertificates('default')
const names: (string | false | null)[] = []
let server: Server
let port = 0

beforeAll(async () => {
  server = createServer({ cert, key }, (request, response) => {
    names.push((request.socket as TLSSocket & { servername?: string | false }).servername ?? null)
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  vi.unstubAllEnvs()
  server.close()
  await once(server, 'close')
})

const send = (host: string) =>
  createWebhookSender('loopback').send(
    { url: `https://${host}:${port}/`, headers: {}, body: '{}' },
    { limitMilliseconds: 5_000 },
  )

it('refuses a certificate that it does not trust, also if the environment turns that off', async () => {
  const refused = { statusCode: null, error: 'certificate not valid' }
  expect(await send('localhost')).toMatchObject(refused)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  expect(await send('localhost')).toMatchObject(refused)
  expect(names).toEqual([])
})

it('accepts a trusted certificate of the name, which it tells the receiver, and refuses it for another one', async () => {
  setDefaultCACertificates([...trusted, cert])
  expect(await send('localhost')).toMatchObject({ statusCode: 204, error: null })
  expect(names).toEqual(['localhost'])
  expect(await send('127.0.0.1')).toMatchObject({ statusCode: null, error: 'certificate not valid' })
})
