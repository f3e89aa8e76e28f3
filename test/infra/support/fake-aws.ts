import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeServer = { endpoint: string; stop(): Promise<void> }

type Handle = (request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse) => void

/** A server on a free port that reads JSON and answers as it is told. */
export async function startFakeServer(handle: Handle): Promise<FakeServer> {
  const server: Server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    handle(request, text === '' ? {} : JSON.parse(text), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeSecrets = FakeServer & {
  /** Ids of the secrets that were asked for. */
  asked: Set<string>
  /** Gives a secret a new value, and keeps the one before. */
  rotate(id: string, value: string): void
}

/** AWS Secrets Manager with secrets that were never rotated. */
export async function startFakeSecrets(secrets: Record<string, string>): Promise<FakeSecrets> {
  const asked = new Set<string>()
  const versions: Record<string, Record<string, string | undefined>> = {
    AWSCURRENT: { ...secrets },
    AWSPREVIOUS: {},
  }
  const server = await startFakeServer((_request, { SecretId, VersionStage }, response) => {
    asked.add(String(SecretId))
    const value = versions[String(VersionStage)]?.[String(SecretId)]
    const body = value === undefined ? { __type: 'ResourceNotFoundException' } : { SecretString: value }
    response
      .writeHead(value === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(body))
  })
  return {
    ...server,
    asked,
    rotate: (id, value) => {
      versions.AWSPREVIOUS = { ...versions.AWSPREVIOUS, [id]: versions.AWSCURRENT?.[id] }
      versions.AWSCURRENT = { ...versions.AWSCURRENT, [id]: value }
    },
  }
}

export type SentMail = {
  FromEmailAddress: string
  ConfigurationSetName?: string
  Destination: { ToAddresses: string[] }
  Content: { Simple: { Subject: { Data: string }; Body: { Text: { Data: string } } } }
}

export type FakeSes = FakeServer & {
  mails: SentMail[]
  attempts: number
  /** How the next requests are answered, before mails are taken again. */
  failNext(...failures: ('throttle' | 'server-error' | 'drop' | 'hang' | 'reject')[]): void
}

/** Amazon SES, API v2: `POST /v2/email/outbound-emails` (SendEmail), as its model describes it. */
export async function startFakeSes(): Promise<FakeSes> {
  const mails: SentMail[] = []
  const failures: string[] = []
  let attempts = 0
  const answer = (response: ServerResponse, status: number, type: string | undefined, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) })
      .end(JSON.stringify(body))
  const server = await startFakeServer((request, body, response) => {
    attempts++
    const failure = failures.shift()
    if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails') {
      answer(response, 404, 'NotFoundException', { message: 'no such operation' })
    } else if (!request.headers.authorization?.includes('/ses/aws4_request')) {
      answer(response, 403, 'MissingAuthenticationTokenException', { message: 'not signed for SES' })
    } else if (failure === 'throttle') {
      answer(response, 429, 'TooManyRequestsException', { message: 'Maximum sending rate exceeded.' })
    } else if (failure === 'server-error') {
      answer(response, 500, 'InternalFailure', { message: 'trouble' })
    } else if (failure === 'reject') {
      answer(response, 400, 'MessageRejected', { message: 'Email address is not verified.' })
    } else if (failure === 'drop') {
      response.destroy()
    } else if (failure !== 'hang') {
      mails.push(body as SentMail)
      answer(response, 200, undefined, { MessageId: `message-${mails.length}` })
    }
  })
  return {
    ...server,
    mails,
    get attempts() {
      return attempts
    },
    failNext: (...next) => failures.push(...next),
  }
}
