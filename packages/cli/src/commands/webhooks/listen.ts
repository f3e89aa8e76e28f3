import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CairnWebhookError,
  type Event,
  isWebhookSecret,
  verifyWebhook,
  type WebhookMessage,
} from '@cairn/client'
import type { Command } from 'commander'
import { port, wholeNumber } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { CommandError, usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import { eventLine } from '../../output/words.ts'
import type { Run } from '../../run.ts'
import { readSecret } from '../../settings/secret-input.ts'

type Options = { port: number; count?: number }

/** Far more than a message has. */
const maximumBytes = 1_048_576
/** Duplicates come soon after the first. */
const rememberedIds = 1_000

export function addWebhooksCommands(program: Command, run: Run): void {
  program
    .command('webhooks')
    .description('receive webhooks')
    .command('listen')
    .description('receive webhooks on this machine, verify their signatures, and print them')
    .option('--port <port>', '0: a free one', port, 0)
    .option('--count <number>', 'end after so many messages', wholeNumber)
    .action(run(listen))
}

async function listen(context: Context, options: Options): Promise<void> {
  const secret =
    context.environment.CAIRN_WEBHOOK_SECRET ?? (await readSecret('Secret of the webhook: ', context.io))
  if (!isWebhookSecret(secret))
    throw usageError('The secret of a webhook starts with whsec_. Copy all of it.')
  const seen = new Set<string>()
  let count = 0

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? await bodyOf(request) : undefined
    if (!body) return end(response, request.method === 'POST' ? 413 : 405)
    const message = await verifyWebhook({ secret, headers: request.headers, body }).catch(refusalOf)
    if (message instanceof CairnWebhookError) {
      context.note(`Refused a message: ${message.message}`)
      return end(response, message.problem === 'wrong_body' ? 400 : 401)
    }
    const id = String(request.headers['webhook-id'])
    if (!seen.has(id)) {
      remember(id)
      if (context.json) await context.printJson({ id, ...message }, 0)
      else await context.print(lineOf(message))
      count++
    }
    end(response, 204)
    if (count === options.count) server.close()
  }

  function remember(id: string): void {
    seen.add(id)
    for (const oldest of seen) {
      if (seen.size <= rememberedIds) break
      seen.delete(oldest)
    }
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(options.port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new CommandError(`Cannot listen on port ${options.port}: ${(error as NodeJS.ErrnoException).code}`)
  }
  context.note(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}. Ctrl-C ends it.`)
  await once(server, 'close')
}

function end(response: ServerResponse, status: number): void {
  // With a connection that is kept, the server would wait for it at its end.
  response.writeHead(status, { connection: 'close' }).end()
}

/** Returns undefined if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maximumBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refusalOf(error: unknown): CairnWebhookError {
  if (error instanceof CairnWebhookError) return error
  throw error
}

function lineOf({ type, timestamp, data }: WebhookMessage): string {
  try {
    const line = eventLine(data as Event, { userId: '', names: new Map() })
    return data.goalUrl ? `${line}  ${oneLine(data.goalUrl)}` : line
  } catch {
    // A test message, or a type of a newer service.
    return oneLine(`${timestamp}  ${type}`)
  }
}
