import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TearingProxy = {
  endpoint: string
  /** How often something happened between two parts of a read since the start. */
  readonly tears: number
  /** Called once, in the middle of the next read of a goal's parts; undefined tears nothing. */
  setBetween(between: (() => Promise<unknown>) | undefined): void
  stop(): Promise<void>
}

type Body = { IndexName?: string; Limit?: number; RequestItems?: Record<string, unknown> }
type Page = { Items: unknown[]; LastEvaluatedKey?: unknown; Count: number; ScannedCount: number }

/**
 * A proxy in front of the engine whose reads of several records are no snapshot, as DynamoDB's: it reads the first record of a
 * goal's query before something that a test does, and the others after it. A read of texts by key waits for it.
 */
export async function startTearingProxy(engineEndpoint: string): Promise<TearingProxy> {
  let between: (() => Promise<unknown>) | undefined
  let tears = 0

  async function tear(): Promise<void> {
    const happen = between
    between = undefined
    if (!happen) return
    tears++
    await happen()
  }

  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const body: Body = JSON.parse(text || '{}')
    const { authorization = '', 'x-amz-target': target = '', 'x-amz-date': date = '' } = request.headers
    const forward = (content: string) =>
      fetch(engineEndpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': String(target),
          'x-amz-date': String(date),
          authorization,
        },
        body: content,
      })
    const isGoalQuery = String(target).endsWith('.Query') && body.IndexName === undefined && body.Limit === 3
    const isReadOfTexts = /\.(Batch)?GetItem$/.test(String(target)) && text.includes('"x#')
    let status = 200
    let sent: string
    if (between && isGoalQuery) {
      const first = (await (await forward(JSON.stringify({ ...body, Limit: 1 }))).json()) as Page
      await tear()
      const page = (await (await forward(text)).json()) as Page
      sent = JSON.stringify({ ...page, Items: [...first.Items, ...page.Items.slice(1)] })
    } else {
      if (isReadOfTexts) await tear()
      const forwarded = await forward(text)
      status = forwarded.status
      sent = await forwarded.text()
    }
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get tears() {
      return tears
    },
    setBetween: (happen) => {
      between = happen
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
