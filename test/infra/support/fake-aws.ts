import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeServer = { endpoint: string; stop(): Promise<void> }

type Handle = (request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse) => void

/** A server on a free port that parses JSON requests for `handle`. */
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
  /** Ids of the secrets that were requested. */
  requested: Set<string>
  /** Gives a secret a new value, and keeps the previous one. */
  rotate(id: string, value: string): void
}

/** A fake AWS Secrets Manager, with secrets that have not been rotated. */
export async function startFakeSecrets(secrets: Record<string, string>): Promise<FakeSecrets> {
  const requested = new Set<string>()
  const versions: Record<string, Record<string, string | undefined>> = {
    AWSCURRENT: { ...secrets },
    AWSPREVIOUS: {},
  }
  const server = await startFakeServer((_request, { SecretId, VersionStage }, response) => {
    requested.add(String(SecretId))
    const value = versions[String(VersionStage)]?.[String(SecretId)]
    const body = value === undefined ? { __type: 'ResourceNotFoundException' } : { SecretString: value }
    response
      .writeHead(value === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(body))
  })
  return {
    ...server,
    requested,
    rotate: (id, value) => {
      versions.AWSPREVIOUS = { ...versions.AWSPREVIOUS, [id]: versions.AWSCURRENT?.[id] }
      versions.AWSCURRENT = { ...versions.AWSCURRENT, [id]: value }
    },
  }
}

export type SentEmail = {
  FromEmailAddress: string
  ConfigurationSetName?: string
  Destination: { ToAddresses: string[] }
  Content: { Simple: { Subject: { Data: string }; Body: { Text: { Data: string } } } }
}

export type FakeSes = FakeServer & {
  emails: SentEmail[]
  attempts: number
  /** Fails the next requests in these ways. */
  failNext(...failures: ('throttle' | 'server-error' | 'drop' | 'hang' | 'reject')[]): void
}

/** A fake Amazon SES with API v2: `POST /v2/email/outbound-emails` (SendEmail), as its model describes it. */
export async function startFakeSes(): Promise<FakeSes> {
  const emails: SentEmail[] = []
  const failures: string[] = []
  let attempts = 0
  const respond = (response: ServerResponse, status: number, type: string | undefined, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) })
      .end(JSON.stringify(body))
  const server = await startFakeServer((request, body, response) => {
    attempts++
    const failure = failures.shift()
    if (request.method !== 'POST' || request.url !== '/v2/email/outbound-emails') {
      respond(response, 404, 'NotFoundException', { message: 'no such operation' })
    } else if (!request.headers.authorization?.includes('/ses/aws4_request')) {
      respond(response, 403, 'MissingAuthenticationTokenException', { message: 'not signed for SES' })
    } else if (failure === 'throttle') {
      respond(response, 429, 'TooManyRequestsException', { message: 'Maximum sending rate exceeded.' })
    } else if (failure === 'server-error') {
      respond(response, 500, 'InternalFailure', { message: 'trouble' })
    } else if (failure === 'reject') {
      respond(response, 400, 'MessageRejected', { message: 'Email address is not verified.' })
    } else if (failure === 'drop') {
      response.destroy()
    } else if (failure !== 'hang') {
      emails.push(body as SentEmail)
      respond(response, 200, undefined, { MessageId: `message-${emails.length}` })
    }
  })
  return {
    ...server,
    emails,
    get attempts() {
      return attempts
    },
    failNext: (...next) => failures.push(...next),
  }
}

export type FakeSqs = FakeServer & {
  /** The address of a queue. */
  urlOf(queue: string): string
  /** Every message, with its queue and its group. */
  messages: { queue: string; body: string; group?: string }[]
}

/** A fake Amazon SQS with its JSON protocol: `SendMessage` and `SendMessageBatch`. */
export async function startFakeSqs(): Promise<FakeSqs> {
  const messages: FakeSqs['messages'] = []
  const server = await startFakeServer((request, body, response) => {
    const queue = String(body.QueueUrl).split('/').at(-1) ?? ''
    const answer = (status: number, result: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(result))
    const take = (text: unknown, group?: string) => {
      messages.push({ queue, body: String(text), ...(group !== undefined && { group }) })
      return { MessageId: `message-${messages.length}`, MD5OfMessageBody: md5(String(text)) }
    }
    switch (String(request.headers['x-amz-target'])) {
      case 'AmazonSQS.SendMessage':
        return answer(200, take(body.MessageBody))
      case 'AmazonSQS.SendMessageBatch': {
        const entries = body.Entries as { Id: string; MessageBody: string; MessageGroupId?: string }[]
        const Successful = entries.map(({ Id, MessageBody, MessageGroupId }) => ({
          Id,
          ...take(MessageBody, MessageGroupId),
        }))
        return answer(200, { Successful, Failed: [] })
      }
      default:
        return answer(400, { __type: 'com.amazonaws.sqs#UnsupportedOperation' })
    }
  })
  return { ...server, urlOf: (queue) => `${server.endpoint}/123456789012/${queue}`, messages }
}

/** SQS returns it, and the SDK compares it with what it has sent. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
